import { expect, it } from 'vitest';
import { foldedParts } from '../../../../renderer/permissions/card/folded-parts.ts';

const reads = (text: string) => ({ text, covered: true, detail: 'It only reads.' });
const ruled = (text: string) => ({ text, covered: true, detail: 'Bash(npm test *) allows it.' });
const asks = (text: string) => ({ text, covered: false, detail: 'No rule allows it.' });

it('lists the parts that ask first, and folds the others by kind', () => {
  const parts = [reads('ls'), asks('make'), ruled('npm test a'), reads('cat a')];
  expect(foldedParts(parts)).toEqual({
    listed: [parts[1]],
    folded: [
      { label: '2 parts only read', parts: [parts[0], parts[3]] },
      { label: '1 part is allowed already', parts: [parts[2]] },
    ],
  });
});

it('leaves few parts, and those of which all or hardly any are covered, in their order', () => {
  for (const parts of [
    [reads('ls'), asks('make'), reads('cat a')],
    [reads('ls'), asks('make'), asks('make b'), asks('make c')],
    [reads('ls'), reads('cat a'), reads('cat b'), ruled('npm test')],
  ])
    expect(foldedParts(parts)).toEqual({ listed: parts, folded: [] });
});

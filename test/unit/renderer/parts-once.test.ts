import { expect, it } from 'vitest';
import { partsOnce } from '../../../renderer/calls/parts-once.ts';

const part = (text: string, detail = 'No rule allows it.', covered = false) => ({ text, covered, detail });

it.each([
  ['what npx starts', [part('npx eslint . --fix'), part('eslint . --fix')], ['npx eslint . --fix']],
  ['behind two others', [part('sudo env npm i'), part('env npm i'), part('npm i')], ['sudo env npm i']],
  ['of which more is said', [part('sudo npm i', 'It can run other code.'), part('npm i')], ['sudo npm i', 'npm i']],
  ['one that is covered', [part('npx eslint .'), part('eslint .', 'No rule allows it.', true)], ['npx eslint .', 'eslint .']],
  ['a command of its own', [part('npm run a'), part('npm run b')], ['npm run a', 'npm run b']],
])('lists the parts of a line, each thing said once: %s', (_what, parts, shown) =>
  expect(partsOnce(parts).map(({ text }) => text)).toEqual(shown),
);

import { expect, it } from 'vitest';
import { shownDetails, shownMessage, shownTrace } from '../../../../renderer/permissions/card/said-once.ts';

const FINAL = 'It can’t be undone, so only an exact rule allows it.';
const OWN_CODE = 'It carries code of its own, so only an exact rule allows it.';
const rule = { type: 'addRules' as const, rules: ['Bash(git reset --hard)'], destination: 'local' as const, label: '' };
const part = (text: string, detail: string) => ({ text, covered: false, detail });

it.each([
  ['a rule can be saved', [rule], 'This command needs approval. Only an exact rule allows it.'],
  ['none can', [], 'This command needs approval.'],
])('the reason leaves out what the band says, where %s', (_what, suggestions, shown) =>
  expect(shownMessage({ message: `This command needs approval. ${FINAL}`, suggestions, risk: 'destructive' })).toBe(shown),
);

it('keeps other reasons', () => {
  const message = `This command needs approval. ${OWN_CODE}`;
  expect(shownMessage({ message, suggestions: [rule], risk: 'execute' })).toBe(message);
});

it('says once of a line that only an exact rule allows its parts', () => {
  const parts = [
    part('git reset --hard', FINAL),
    part('npm test', 'No rule allows it.'),
    part('git push -f', FINAL),
    part('node -e 1', OWN_CODE),
  ];
  expect(shownDetails({ parts })).toEqual([FINAL, 'No rule allows it.', 'It can’t be undone.', 'It carries code of its own.']);
});

it('says the same reason once', () => {
  expect(shownDetails({ parts: [part('git reset --hard', FINAL), part('git push -f', FINAL)] })).toEqual([FINAL, 'as above']);
});

it('doesn’t say of parts that a checkpoint covers that they can’t be undone', () => {
  const parts = [part('rm -r build', FINAL), part('ls', 'It only reads.'), part('rm -r out', FINAL)];
  expect(shownDetails({ parts, restorable: true })).toEqual(['Only an exact rule allows it.', 'It only reads.', undefined]);
});

it('says it no more in the steps of the decision', () => {
  const trace = [{ layer: 'allow' as const, outcome: 'pass' as const, detail: FINAL }];
  expect(shownTrace(trace)).toEqual([{ ...trace[0], detail: 'It can’t be undone.' }]);
});

import { expect, it } from 'vitest';
import { plainReason, shownMessage } from '../../../../renderer/calls/why-asked.ts';
import { shownDetails, shownTrace } from '../../../../renderer/permissions/card/said-once.ts';

const FINAL = 'It can’t be undone, so only an exact rule allows it.';
const OWN_CODE = 'It carries code of its own, so only an exact rule allows it.';
const rule = { type: 'addRules' as const, rules: ['Bash(git reset --hard)'], destination: 'local' as const, label: '' };
const mode = { type: 'setMode' as const, mode: 'acceptEdits' as const, label: '' };
const part = (text: string, detail: string) => ({ text, covered: false, detail });

it.each([
  ['a rule can be saved', [rule], 'No rule allows it; only an exact rule can.'],
  ['a mode allows it too', [mode, rule], 'No rule allows it; only an exact rule can, or the mode “Accept edits”.'],
  ['none can', [], 'No rule allows it.'],
])('the reason leaves out what the band says, where %s', (_what, suggestions, shown) =>
  expect(shownMessage({ message: FINAL, suggestions, risk: 'destructive' })).toBe(shown),
);

it('the reason never says that a destructive call can’t be undone', () => {
  const shown = (message: string) => shownMessage({ message, suggestions: [], risk: 'destructive' });
  expect(shown('It can’t be undone.')).toBe('No rule allows it.');
  expect(shown('It may change what Read(./.env) denies. It can’t be undone.')).toBe('It may change what Read(./.env) denies.');
});

it('keeps other reasons', () => {
  expect(shownMessage({ message: OWN_CODE, suggestions: [rule], risk: 'execute' })).toBe(OWN_CODE);
});

it('says once of a line that only an exact rule allows its parts', () => {
  const parts = [
    part('git reset --hard', FINAL),
    part('npm test', 'No rule allows it.'),
    part('git push -f', FINAL),
    part('node -e 1', OWN_CODE),
  ];
  expect(shownDetails({ parts, loss: 'final' })).toEqual([
    FINAL,
    'No rule allows it.',
    'It can’t be undone.',
    'It carries code of its own.',
  ]);
});

it('says a long reason once, and repeats a short one', () => {
  const long = 'No rule allows it. It only reads from a server: gatehouse.networkReads in your settings lets such commands run.';
  expect(shownDetails({ parts: [part('gh pr list', long), part('gh issue list', long)] })).toEqual([
    long,
    'Same reason as the part above.',
  ]);
  const short = 'No rule allows it.';
  expect(shownDetails({ parts: [part('npm test', short), part('git push', short)] })).toEqual([short, short]);
});

it('doesn’t say that parts can’t be undone where that isn’t known for sure', () => {
  const parts = [part('rm -r build', FINAL), part('ls', 'It only reads.'), part('rm -r out', FINAL)];
  expect(shownDetails({ parts })).toEqual(['No rule allows it; only an exact rule can.', 'It only reads.', undefined]);
  expect(shownDetails({ parts, suggestions: [mode, rule] })[0]).toBe(
    'No rule allows it; only an exact rule can, or the mode “Accept edits”.',
  );
  expect(shownDetails({ parts: [part('rm -r build', 'It can’t be undone.')] })).toEqual([undefined]);
  const denied = 'It may change what Read(./.env) denies.';
  expect(shownDetails({ parts: [part('rm -r build', `${denied} It can’t be undone.`)] })).toEqual([denied]);
});

it('says it no more in the steps of the decision', () => {
  const trace = [{ layer: 'allow' as const, outcome: 'pass' as const, detail: FINAL }];
  expect(shownTrace(trace, true)).toEqual([{ ...trace[0], detail: 'It can’t be undone.' }]);
  expect(shownTrace(trace, false)).toEqual([{ ...trace[0], detail: 'No rule allows it.' }]);
});

it('puts nothing before a reason that says by itself what is removed or protected', () => {
  expect(plainReason({ reason: 'criticalPath' })).toBeUndefined();
  expect(plainReason({ reason: 'protectedPath' })).toBeUndefined();
  expect(plainReason({ reason: 'notUnderstood' })).toBe('Gatehouse can’t fully analyse this line.');
});

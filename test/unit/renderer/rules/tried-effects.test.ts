import { expect, it } from 'vitest';
import { ruleMatch } from '../../../../renderer/calls/verdict.ts';
import { triedEffects } from '../../../../renderer/rules/tried-effects.ts';
import type { Decision } from '#shared/permission/decision.ts';

const rule = { text: 'Read(./.env)', behavior: 'deny', source: 'user' } as const;
const decision = (change: Partial<Decision>): Decision => ({
  behavior: 'ask',
  reason: 'rule',
  message: 'A rule asks.',
  trace: [{ layer: 'deny', outcome: 'ask', detail: '', subject: '.', rule, maybe: true }],
  parts: [],
  effects: [],
  risk: 'destructive',
  suggestions: [],
  ...change,
});

it.each<[Partial<Decision>, string]>([
  [{ effects: ['deletes dist', 'rm -rf dist can’t be undone'] }, 'Deletes dist · It can’t be undone. '],
  [{ effects: ['deletes a', 'deletes b', 'rm a b can’t be undone'], message: 'It can’t be undone.' }, 'Deletes a · deletes b · '],
  [{ effects: ['mkfs x can’t be undone'] }, 'It can’t be undone. '],
  [{ effects: ['writes a'], risk: 'write' }, ''],
  [{ effects: ['deletes a'], behavior: 'allow' }, ''],
])('says first what a destructive call does: %j', (change, text) => expect(triedEffects(decision(change))).toBe(text));

it('says “may match” where a rule only may apply, and sets off what it matches', () => {
  expect(ruleMatch(decision({}))).toBe('The rule Read(./.env) may match “.” when it runs.');
  expect(ruleMatch(decision({ trace: [{ layer: 'ask', outcome: 'ask', detail: '', subject: '.', rule }] }))).toBe(
    'The rule Read(./.env) matches “.”.',
  );
});

import { expect, it } from 'vitest';
import type { Decision } from '#shared/permission/decision.ts';
import { boundedText } from '../../../../renderer/inspector/long-text.tsx';
import { decisionText } from '../../../../renderer/inspector/why-section.tsx';
import { decidingEntry, verdictOf, whySentence } from '../../../../renderer/calls/verdict.ts';

function decision(change: Partial<Decision>): Decision {
  return {
    behavior: 'allow',
    reason: 'readOnly',
    message: 'It only reads.',
    trace: [{ layer: 'mode', outcome: 'allow', detail: 'It only reads' }],
    parts: [],
    effects: [],
    risk: 'read',
    suggestions: [],
    ...change,
  };
}

const rule = { text: 'Bash(npm test)', behavior: 'allow', source: 'project' } as const;

it.each([
  ['its own message', decision({}), null, 'It only reads.'],
  ['a person who allowed', decision({ reason: 'user' }), 'person', 'Allowed by you, in the permission queue.'],
  ['a person who denied', decision({ reason: 'user', behavior: 'deny' }), 'person', 'Denied by you, in the permission queue.'],
  [
    'a rule',
    decision({ reason: 'rule', trace: [{ layer: 'allow', outcome: 'allow', detail: 'matches', rule }] }),
    null,
    'Allowed by the rule Bash(npm test).',
  ],
  [
    'a rule, and what it matches',
    decision({
      behavior: 'deny',
      reason: 'rule',
      trace: [{ layer: 'deny', outcome: 'deny', detail: 'matches', subject: 'rm -rf dist', rule: { ...rule, text: 'Bash(rm -rf *)' } }],
    }),
    null,
    'Denied by the rule Bash(rm -rf *) because of rm -rf dist.',
  ],
  [
    'a rule added meanwhile',
    decision({ message: 'A rule covers it.' }),
    'rules',
    'Allowed by a rule added while it waited. A rule covers it.',
  ],
  [
    'no rule at all',
    decision({ behavior: 'deny', reason: 'promptsAvoided', message: 'Not allowed by any rule, and nobody can be asked.' }),
    null,
    'Not allowed by any rule, and nobody can be asked.',
  ],
  ['nothing to say', decision({ message: '' }), null, 'Allowed.'],
])('shows the reason: %s', (_what, given, answeredBy, sentence) => expect(whySentence(given, answeredBy)).toBe(sentence));

it.each<[Partial<Decision>, string]>([
  [{ behavior: 'deny', reason: 'rule' }, 'Denied by a rule'],
  [{ behavior: 'deny', reason: 'promptsAvoided' }, 'Not allowed by any rule'],
  [{ behavior: 'deny', reason: 'needsApproval' }, 'Not allowed by any rule'],
  [{ behavior: 'deny', reason: 'user' }, 'Denied by you'],
  [{ behavior: 'allow', reason: 'rule' }, 'Allowed by a rule'],
  [{ behavior: 'ask', reason: 'rule' }, 'Asks'],
])('names forbidden and merely not allowed calls differently: %o', (change, text) => expect(verdictOf(decision(change)).text).toBe(text));

it('renders a decision as text outside the window', () => {
  const trace: Decision['trace'] = [
    { layer: 'deny', outcome: 'pass', detail: 'No deny rule matches.' },
    {
      layer: 'allow',
      outcome: 'allow',
      detail: 'Covered.',
      subject: 'npm test',
      rule: { ...rule, file: '/p/.claude/settings.json', line: 3 },
    },
  ];
  expect(decisionText(decision({ reason: 'rule', trace, effects: ['writes a'] }), null, '/p')).toBe(
    [
      'Allowed by the rule Bash(npm test).',
      '- Deny rules: not decided here. No deny rule matches.',
      '- Allow rules: allowed. Covered. [npm test] — Bash(npm test) in this project’s shared rules, .claude/settings.json:3',
      'Does: writes a',
    ].join('\n'),
  );
});

it('finds the entry that settled the ask', () => {
  const settled = decision({
    behavior: 'deny',
    trace: [
      { layer: 'deny', outcome: 'deny', detail: 'a' },
      { layer: 'allow', outcome: 'allow', detail: 'b' },
    ],
  });
  expect(decidingEntry(settled)?.detail).toBe('a');
  expect(decidingEntry(decision({ behavior: 'ask' }))).toBeUndefined();
});

it('shows the start of a long text, up to a line end', () => {
  expect(boundedText('short', 10)).toEqual({ text: 'short', left: 0 });
  expect(boundedText('line one\nline two', 12)).toEqual({ text: 'line one\n', left: 8 });
  const endless = boundedText('x'.repeat(9000), 5000);
  expect([endless.text.length, endless.left]).toEqual([5000, 4000]);
});

import { expect, it } from 'vitest';
import { DenialCounts } from '#main/permission/classifier/denial-counts.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';

type Step = 'blocked' | 'allowed' | 'person' | 'refused' | 'rule' | 'other agent' | 'chosen' | 'by a tool';

const decided = (behavior: Decision['behavior'], reason: Decision['reason'], agentId?: string): NewSessionEvent => ({
  type: 'call.decided',
  ...(agentId !== undefined && { agentId }),
  data: {
    callId: 'c',
    inputDigest: 'd',
    decision: {
      behavior,
      reason,
      message: '',
      trace: [{ layer: 'classifier', outcome: 'pass', detail: '' }],
      parts: [],
      effects: [],
      risk: 'read',
      suggestions: [],
    },
  },
});

const EVENTS: Record<Step, NewSessionEvent> = {
  blocked: decided('deny', 'classifier'),
  allowed: decided('allow', 'classifier'),
  person: decided('allow', 'user'),
  refused: decided('deny', 'user'),
  rule: decided('allow', 'rule'),
  'other agent': decided('deny', 'classifier', 'agent-1'),
  chosen: { type: 'session.mode', data: { mode: 'auto', by: 'user' } },
  'by a tool': { type: 'session.mode', data: { mode: 'auto', by: 'tool' } },
};

function after(...steps: Step[]): boolean {
  const counts = new DenialCounts();
  for (const [index, step] of steps.entries()) counts.apply({ id: `${index}`, seq: index + 1, at: 0, ...EVENTS[step] });
  return counts.exhausted !== undefined;
}

const times = (count: number, ...steps: Step[]): Step[] => Array.from({ length: count }, () => steps).flat();

it.each<[string, Step[], boolean]>([
  ['two in a row', times(2, 'blocked'), false],
  ['three in a row', times(3, 'blocked'), true],
  ['three with an approval in between', ['blocked', 'blocked', 'allowed', 'blocked'], false],
  ['three with other calls in between', ['blocked', 'rule', 'blocked', 'refused', 'blocked'], true],
  ['three, then a person allows', [...times(3, 'blocked'), 'person'], false],
  ['three, then a person denies', [...times(3, 'blocked'), 'refused'], true],
  ['nineteen, never three in a row', times(19, 'blocked', 'allowed'), false],
  ['twenty, never three in a row', times(20, 'blocked', 'allowed'), true],
  ['twenty, and a person allows', [...times(20, 'blocked', 'allowed'), 'person'], true],
  ['twenty, and the mode is selected again', [...times(20, 'blocked', 'allowed'), 'chosen'], false],
  ['three, and a tool sets the mode', [...times(3, 'blocked'), 'by a tool'], true],
  ['another agent’s', times(5, 'other agent'), false],
])('%s', (_name, steps, exhausted) => expect(after(...steps)).toBe(exhausted));

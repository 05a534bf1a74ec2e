import * as fc from 'fast-check';
import type { Decision } from '#shared/permission/decision.ts';
import type { Ask } from '#shared/session/ask.ts';
import type { ToolView } from '#shared/session/tool-view.ts';

/** Few IDs, so that events often refer to each other; some refer to nothing. */
export const callId = fc.constantFrom('c1', 'c2', 'c3', 'unknown');
export const requestId = fc.constantFrom('r1', 'r2');
export const messageId = fc.constantFrom('m1', 'm2', 'r1', 'r2');
export const askId = fc.constantFrom('a1', 'a2');
export const text = fc.string({ maxLength: 20 });
export const mode = fc.constantFrom('default' as const, 'plan' as const, 'acceptEdits' as const);
export const behavior = fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const);
export const change = fc.constantFrom('add' as const, 'remove' as const);
export const usage = fc.option(
  fc.record({
    input_tokens: fc.nat(1000),
    output_tokens: fc.nat(1000),
    cache_creation_input_tokens: fc.nat(1000),
    cache_read_input_tokens: fc.nat(1000),
  }),
);

export const hookRun = {
  runId: fc.constantFrom('0123456789ab', 'ba9876543210'),
  event: fc.constantFrom('PreToolUse' as const, 'Stop' as const),
  type: fc.constantFrom('command', 'http'),
  hook: text,
  source: fc.constantFrom('user' as const, 'project' as const),
};

export const view: fc.Arbitrary<ToolView> = fc.record(
  {
    kind: fc.constantFrom('command' as const, 'read' as const),
    title: text,
    summary: text,
    outcome: text,
    detail: fc.record({ type: fc.constant('text' as const), text, truncated: fc.boolean() }),
  },
  { requiredKeys: ['kind', 'title', 'summary'] },
);

export const decision: fc.Arbitrary<Decision> = fc.record({
  behavior,
  reason: fc.constantFrom('rule' as const, 'mode' as const, 'user' as const),
  message: text,
  trace: fc.array(
    fc.record(
      {
        layer: fc.constant('deny' as const),
        outcome: behavior,
        detail: text,
        rule: fc.record({ text, behavior, source: fc.constant('user' as const) }),
      },
      { requiredKeys: ['layer', 'outcome', 'detail'] },
    ),
    { minLength: 1, maxLength: 3 },
  ),
  parts: fc.constant([]),
  effects: fc.array(text, { maxLength: 2 }),
  risk: fc.constant('write' as const),
  suggestions: fc.constant([]),
});

export const ask: fc.Arbitrary<Ask> = fc.record({
  askId,
  callId,
  toolName: text,
  sentence: text,
  view,
  cwd: text,
  reason: fc.constant('needsApproval' as const),
  message: text,
  parts: fc.constant([]),
  effects: fc.constant([]),
  risk: fc.constant('read' as const),
  suggestions: fc.constant([]),
  digest: text,
});

export const block = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('thinking' as const), thinking: text, signature: text }),
  fc.record({ type: fc.constant('redacted_thinking' as const), data: text }),
  fc.record({
    type: fc.constant('tool_use' as const),
    id: fc.constantFrom('c1', 'c2', 'c3'),
    name: text,
    input: fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  }),
  fc.record({ type: fc.constant('server_tool_use'), other: text }),
);
export const terminal = fc.record({ terminalId: text, path: text, cols: fc.nat(200), rows: fc.nat(50) });
export const span = fc.record({ step: text, start: fc.nat(), end: fc.nat(), outcome: fc.constantFrom('ok' as const, 'failed' as const) });

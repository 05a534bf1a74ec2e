import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import type { ToolUseBlock } from '#shared/session/content.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';

/** Any JSON a model may send, including names with a meaning in JavaScript; a field `__proto__` is dropped on arrival. */
const input = fc.dictionary(
  fc.oneof(
    fc.string().filter((name) => name !== '__proto__'),
    fc.constantFrom('constructor', 'toString', '_simulated', 'text', '0', ''),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 6, noNullPrototype: true },
);

/** Modifies everything it is given. */
function mutatingTool(seen: unknown[]): Tool {
  const mutate = (value: unknown, depth = 0): void => {
    if (typeof value !== 'object' || value === null || depth > 4) return;
    for (const key of Object.keys(value)) {
      mutate(Reflect.get(value, key), depth + 1);
      Reflect.set(value, key, 'meddled');
    }
  };
  const tool = testTool('Meddle', { run: () => '' });
  return {
    ...tool,
    inputJSONSchema: { type: 'object' },
    isConcurrencySafe: (given) => {
      mutate(given);
      return false;
    },
    backfillObservableInput: (clone) => clone,
    checkPermissions: (given) => {
      seen.push(JSON.stringify(given));
      return Promise.resolve({ behavior: 'passthrough' });
    },
    call: (given: object, _context: ToolUseContext) => {
      seen.push(JSON.stringify(given));
      mutate(given);
      return Promise.resolve({ data: 'done' });
    },
    present: ({ input: given }) => {
      mutate(given);
      return { kind: 'other', title: 'Meddle', summary: '' };
    },
  };
}

test('stores and resends model output byte for byte, and passes the same to the tool', async () => {
  await fc.assert(
    fc.asyncProperty(input, async (sent) => {
      const seen: unknown[] = [];
      const json = JSON.stringify(sent);
      await using server = await MessagesServer.start({ blocks: [toolUse('a', 'Meddle', JSON.parse(json))] }, { blocks: [text('Done.')] });
      await using fixture = new TestSession({ url: server.url, tools: [mutatingTool(seen)] });
      await fixture.say('go');
      const stored = fixture.all('assistant.block').flatMap(({ block }) => (isToolUse(block) ? [JSON.stringify(block.input)] : []));
      expect(stored).toEqual([json]);
      const repeated = server.requests[1]?.body.messages.flatMap(({ content }) => content).find(({ type }) => type === 'tool_use');
      expect(JSON.stringify(repeated?.input)).toBe(json);
      // Observers and the tool get equal inputs as separate objects.
      expect(seen).toEqual([json, json]);
    }),
    { numRuns: 40 },
  );
});

function isToolUse(block: { readonly type: string }): block is ToolUseBlock {
  return block.type === 'tool_use';
}

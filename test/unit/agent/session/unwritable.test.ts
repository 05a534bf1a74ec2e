import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/contract/app-error.ts';
import { foldSession } from '#shared/session/fold.ts';
import { EVENTS_FILE } from '#main/session/log.ts';
import { readLog } from '#main/session/log-lines.ts';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });
const agent = (id: string, prompt: string, background: boolean) =>
  toolUse(id, 'Agent', { description: prompt, prompt, run_in_background: background });

/** Lets `capacity` events be written and rejects the next, once or until `freed`. */
function disk(fixture: TestSession, capacity: number, lasts: boolean) {
  const state = { freed: false, refused: 0 };
  let left = capacity;
  fixture.session.log.guard(() => {
    left -= 1;
    if (state.freed || left >= 0 || (!lasts && state.refused > 0)) return;
    state.refused += 1;
    throw new AppError('unavailable', 'The disk is full.');
  });
  return state;
}

async function tryOut(capacity: number, lasts: boolean): Promise<'refused' | 'had space'> {
  await using server = await MessagesServer.start(
    ...byPrompt(
      [
        'go',
        {
          blocks: [
            text('Looking.'),
            toolUse('a', 'Read', { text: '1' }),
            toolUse('b', 'Asks', { text: '2' }),
            agent('c', 'parallel', true),
          ],
        },
        { blocks: [toolUse('d', 'Write', { text: '3' }), agent('e', 'under', false)] },
        { blocks: [text('Done.')] },
        { blocks: [text('Went on.')] },
        { blocks: [text('Went on.')] },
        { blocks: [text('Went on.')] },
      ],
      ['parallel', { blocks: [toolUse('f', 'mcp__x__Read', { text: '4' })] }, { blocks: [text('I looked.')] }],
      ['under', { blocks: [toolUse('g', 'Read', { text: '5' })] }, { blocks: [text('I looked too.')] }],
    ),
  );
  const mcp = { ...testTool('Read', { readOnly: true, run: () => 'read' }), name: 'mcp__x__Read', isMcp: true as const };
  await using fixture = new TestSession({
    url: server.url,
    tools: [
      agentTool,
      mcp,
      testTool('Read', { readOnly: true, run: () => 'read' }),
      testTool('Write', { run: () => 'written' }),
      testTool('Asks', { run: () => 'asked' }),
    ],
    engine: fixedPermissionEngine({ Asks: 'ask' }),
  });
  fixture.session.log.subscribe((event) => {
    if (event.type !== 'call.asked') return;
    const { askId, digest } = event.data.ask;
    setImmediate(() => {
      try {
        fixture.session.answer(askId, digest, { type: 'allow_once' });
      } catch (error) {
        expect(error).toMatchObject({ message: 'The disk is full.' });
      }
    });
  });
  const full = disk(fixture, capacity, lasts);
  const before = fixture.events.length;
  try {
    fixture.session.send('go');
  } catch (error) {
    expect(error).toMatchObject({ message: 'The disk is full.' });
  }
  await fixture.session.idle();
  if (full.refused === 0) return 'had space';

  const where = `refused after ${capacity} events`;
  const { view, log } = fixture.session;
  // It has ended, observers see that, and a notice says so.
  expect({ where, turn: view.turn, asks: view.asks, open: openCalls(fixture) }).toEqual({ where, turn: null, asks: [], open: [] });
  expect(
    Object.values(view.agents).filter(({ state }) => state === 'running'),
    where,
  ).toEqual([]);
  expect(fixture.all('notice').filter(({ text: said }) => said.startsWith('The disk is full.'))).toHaveLength(1);
  expect(log.halted !== null, where).toBe(lasts);
  const stored = (): unknown[] => readLog(EVENTS_FILE, readFileSync(join(fixture.sessionDir, EVENTS_FILE))).events;
  // Nothing shown before is missing; after a kill now, the next process would read that much and complete the rest.
  expect(stored(), where).toEqual(fixture.events.slice(0, lasts ? before + capacity : fixture.events.length));
  if (lasts) {
    expect(() => fixture.session.send('now?'), where).toThrow('The disk is full.');
    expect(() => fixture.session.choices.setMode('plan'), where).toThrow('The disk is full.');
  }

  full.freed = true;
  if (fixture.all('notice').some(({ action }) => action === 'try_again')) fixture.session.retry();
  else fixture.session.send('go on');
  await fixture.session.idle();
  expect(log.halted, where).toBeNull();
  expect(view.lastTurn, where).toMatchObject({ outcome: 'completed' });
  expect(view.items.at(-1), where).toMatchObject({ type: 'text' });
  for (const { body } of server.requests) expect(conversationProblems(body), where).toEqual([]);
  expect(stored(), where).toEqual(fixture.events);
  const finished = fixture.all('call.finished').map(({ callId }) => callId);
  expect(new Set(finished).size, where).toBe(finished.length);
  expect(foldSession(fixture.events).calls, where).toEqual(view.calls);
  return 'refused';
}

function openCalls(fixture: TestSession): string[] {
  const finished = new Set(fixture.all('call.finished').map(({ callId }) => callId));
  return fixture
    .all('assistant.block')
    .flatMap(({ block }) => (block.type === 'tool_use' ? [String(block['id'])] : []))
    .filter((id) => !finished.has(id));
}

describe('a session whose log can’t be written', () => {
  test.each([{ lasts: true }, { lasts: false }])(
    'ends its turn with a reason at any event, and continues when there is space again ($lasts)',
    async ({ lasts }) => {
      let tried = 0;
      while ((await tryOut(tried, lasts)) === 'refused') tried += 1;
      expect(tried).toBeGreaterThan(40);
    },
  );
});

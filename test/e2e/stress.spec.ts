import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test, writeFiles } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const CALLS = 40;
const TYPED = 'a person types while all of this runs';
/** Progress updates per second and running call that a window may get. */
const UPDATES_PER_SECOND = 10;

const config = {
  '.claude.json': JSON.stringify({
    mcpServers: { busy: { command: process.execPath, args: [join(appRoot, 'test/support/servers/busy-mcp-server.ts')] } },
  }),
  '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash', 'mcp__busy'] } }),
};

/** The calls whose progress each message to the window contains. */
function progressIn(payload: string): string[][] {
  const message: unknown = JSON.parse(payload);
  if (!Array.isArray(message)) return [];
  const updates = message.flatMap(({ push, payload: pushed }: { push: string; payload: { frames?: { type: string; callId: string }[] } }) =>
    push === 'session.frames' ? (pushed.frames ?? []).flatMap(({ type, callId }) => (type === 'progress' ? [callId] : [])) : [],
  );
  return updates.length === 0 ? [] : [updates];
}

test('with many calls reporting progress and endless output, the window gets the latest of each, and typing loses no key', async ({
  page,
  homeDir,
  startHost,
}) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'yes "the quick brown fox jumps over the lazy dog"', run_in_background: true })] },
    { blocks: Array.from({ length: CALLS }, (_, index) => toolUse(`w${index}`, 'mcp__busy__work', { part: index })) },
    { blocks: [text('All of it is done.')] },
  );
  await using _ = server;
  const updates: string[][] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => typeof payload === 'string' && updates.push(...progressIn(payload))),
  );
  writeFiles(homeDir, config);
  const { projectDir } = await startHost({
    files: { 'readme.md': 'Here.\n' },
    env: { ...env, CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: String(CALLS) },
  });
  const { message, timeline } = partsOf(page);
  const since = performance.now();
  await say(page, 'work');
  await expect(page.getByText(`${CALLS} running`).first()).toBeVisible();

  await message.pressSequentially(TYPED);
  await expect(message).toHaveValue(TYPED);
  const before = updates.length;
  await expect.poll(() => updates.length).toBeGreaterThan(before + 2);
  await expect(timeline.getByText(/^step \d+$/).first()).toBeVisible();

  // Also while the printing command is shown.
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.locator('.xterm').first()).toContainText('quick brown fox');
  await message.fill('');
  await message.pressSequentially(TYPED);
  await expect(message).toHaveValue(TYPED);

  // None was abandoned because of its progress.
  await expect(page.getByText(`${CALLS} running`).first()).toBeVisible();
  writeFileSync(join(projectDir, 'enough'), '');
  await expect(page.getByText('All of it is done.')).toBeVisible();
  for (const calls of updates) expect(new Set(calls).size).toBe(calls.length);
  expect(updates.length).toBeLessThanOrEqual(((performance.now() - since) / 1000) * UPDATES_PER_SECOND + 2);
});

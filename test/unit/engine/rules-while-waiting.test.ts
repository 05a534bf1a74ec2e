import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { byPrompt } from '#test/support/by-prompt.ts';
import { hostile } from '#test/support/mcp-fixture.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

it.each([
  ['command of a sub-agent', toolUse('s1', 'Bash', { command: 'touch made' }), 'Bash(touch *)'],
  ['MCP call of a sub-agent', toolUse('s1', 'mcp__s__get', {}), 'mcp__s'],
])('a deny rule added while the %s waits for a person settles it', async (_what, call, rule) => {
  await using server = await MessagesServer.start(
    ...byPrompt(
      ['Begin', { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Do it.' })] }, { blocks: [text('Done.')] }],
      ['Do it.', { blocks: [call] }, { blocks: [text('I tried.')] }],
    ),
  );
  using temp = new TempProject({ '.mcp.json': JSON.stringify({ mcpServers: { s: hostile('good') } }) });
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { asks } = await window.until((view) => view.asks.length > 0);
  expect(asks).toMatchObject([{ callId: 's1', agentName: '“d”' }]);
  mkdirSync(join(temp.projectDir, '.claude'), { recursive: true });
  writeFileSync(join(temp.projectDir, '.claude/settings.local.json'), JSON.stringify({ permissions: { deny: [rule] } }));
  const view = await window.turnEnded();
  expect(view.asks).toEqual([]);
  expect(view.calls['s1']).toMatchObject({ state: 'denied', decision: { behavior: 'deny', reason: 'rule', rule } });
  expect(view.lastTurn?.outcome).toBe('completed');
  const answered = await window.ask('permission.answer', {
    sessionId: window.sessionId,
    askId: asks[0]?.askId ?? '',
    digest: asks[0]?.digest ?? '',
    answer: { type: 'allow_once' },
  });
  expect(answered.outcome).toBe('gone');
  expect(await window.view()).toBeDefined();
});

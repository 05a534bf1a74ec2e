import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { commands, type CommandInput, type CommandName, type CommandOutput } from '#shared/contract/commands.ts';
import { unpackView } from '#shared/session/pack-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { hostile } from '#test/support/mcp-fixture.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';

it.each([
  ['command of a sub-agent', toolUse('s1', 'Bash', { command: 'touch made' }), 'Bash(touch *)'],
  ['call of a sub-agent to a server of MCP', toolUse('s1', 'mcp__s__get', {}), 'mcp__s'],
])('a deny rule that is added while the %s waits for a person settles it', async (_what, call, rule) => {
  await using server = await MessagesServer.start(
    ...byPrompt(
      ['Begin', { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Do it.' })] }, { blocks: [text('Done.')] }],
      ['Do it.', { blocks: [call] }, { blocks: [text('I tried.')] }],
    ),
  );
  using place = new TempProject({ '.mcp.json': JSON.stringify({ mcpServers: { s: hostile('good') } }) });
  const { projectDir, homeDir, stateDir } = place;
  const env = {
    PATH: process.env['PATH'],
    HOME: homeDir,
    GATEHOUSE_HOME: stateDir,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'k',
  };
  const engine = createEngine({ host: 'web', homeDir, env });
  const ask = async <N extends CommandName>(command: N, input: CommandInput<N>): Promise<CommandOutput<N>> =>
    commands[command].output.parse(await engine.handle(command, commands[command].input.parse(input), { windowId: 'w' })) as never;
  try {
    await ask('project.open', { path: projectDir });
    await ask('project.trust', { projectDir });
    const { sessionId } = await ask('session.create', { projectDir });
    const until = async (wanted: (view: SessionView) => boolean): Promise<SessionView> => {
      for (;;) {
        const view = unpackView((await ask('session.open', { projectDir, sessionId })).packed);
        if (wanted(view)) return view;
        await sleep(20);
      }
    };
    await ask('session.send', { sessionId, text: 'Begin.' });
    const { asks } = await until((view) => view.asks.length > 0);
    expect(asks).toMatchObject([{ callId: 's1', agentName: 'general-purpose' }]);
    mkdirSync(join(projectDir, '.claude'), { recursive: true });
    writeFileSync(join(projectDir, '.claude/settings.local.json'), JSON.stringify({ permissions: { deny: [rule] } }));
    const view = await until(({ turn, lastTurn }) => turn === null && lastTurn !== null);
    expect(view.asks).toEqual([]);
    expect(view.calls['s1']).toMatchObject({ state: 'denied', decision: { behavior: 'deny', reason: 'rule', rule } });
    expect(view.lastTurn?.outcome).toBe('completed');
    const said = await ask('permission.answer', {
      sessionId,
      askId: asks[0]?.askId ?? '',
      digest: asks[0]?.digest ?? '',
      answer: { type: 'allow_once' },
    });
    expect(said.outcome).toBe('gone');
    expect(await ask('session.open', { projectDir, sessionId })).toBeDefined();
  } finally {
    await engine.dispose();
  }
});

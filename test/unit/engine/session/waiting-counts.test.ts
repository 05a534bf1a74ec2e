import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import type { WaitingCount } from '#shared/contract/project.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { asWindow, EngineWindow } from '../engine-window.ts';

const ASK = {
  blocks: [toolUse('w1', 'Write', { file_path: 'one.txt', content: 'x' }), toolUse('w2', 'Write', { file_path: 'two.txt', content: 'x' })],
};

it('pushes how many requests wait in each project, only when that changes', async () => {
  using temp = new TempProject();
  const { projectDir } = temp;
  await using server = await MessagesServer.start(ASK, { blocks: [text('Done.')] });
  await using window = new EngineWindow(temp, server);
  const pushed: (readonly WaitingCount[])[] = [];
  window.engine.onPush((message) => message.push === 'waiting.changed' && pushed.push(message.payload.waiting));
  await window.begin('Write it.');
  await window.until(({ asks }) => asks.length === 2);
  await expect.poll(() => pushed.at(-1)).toEqual([{ projectDir, count: 2, commands: [] }]);
  expect((await window.ask('app.state', {})).waiting).toEqual([{ projectDir, count: 2, commands: [] }]);
  await window.ask('session.interrupt', { sessionId: window.sessionId });
  await window.turnEnded();
  await expect.poll(() => pushed.at(-1)).toEqual([]);
  expect(new Set(pushed.map((each) => JSON.stringify(each))).size).toBe(pushed.length);
});

it('lists projects whose sessions another process began, the open one also without sessions, and no folder that is gone', async () => {
  using temp = new TempProject();
  const { projectDir, homeDir, stateDir } = temp;
  await using server = await MessagesServer.start({ blocks: [text('Done.')] });
  {
    await using window = new EngineWindow(temp, server);
    await window.begin('Look around.');
    await window.turnEnded();
  }
  // As if only `gatehouse run` had been there.
  rmSync(join(stateDir, 'recent.json'));
  const bare = join(homeDir, 'bare');
  mkdirSync(bare);
  const engine = createEngine({ host: 'web', homeDir, env: { HOME: homeDir, GATEHOUSE_HOME: stateDir } });
  const ask = asWindow(engine);
  try {
    await ask('project.open', { path: bare });
    const { projects } = await ask('session.overview', {});
    expect(projects.map((project) => [project.projectDir, project.sessions.map(({ title }) => title)])).toEqual(
      expect.arrayContaining([
        [bare, []],
        [projectDir, ['Look around.']],
      ]),
    );
    expect(projects).toHaveLength(2);
  } finally {
    await engine.dispose();
  }
});

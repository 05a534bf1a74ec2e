import { expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { asWindow, EngineWindow } from '../engine-window.ts';

const ASK = { blocks: [toolUse('w', 'Write', { file_path: 'one.txt', content: 'x' })] };

it('archives a session that is at rest, and a message takes it back', async () => {
  using temp = new TempProject();
  const { projectDir } = temp;
  await using server = await MessagesServer.start(ASK, { blocks: [text('Done.')] });
  await using window = new EngineWindow(temp, server);
  await window.begin('Write it.');
  const { sessionId, ask } = window;
  await window.until(({ asks }) => asks.length > 0);
  const refused = { code: 'conflict' };
  await expect(ask('session.archive', { projectDir, sessionId, archived: true })).rejects.toMatchObject(refused);
  await expect(ask('session.delete', { projectDir, sessionId })).rejects.toMatchObject(refused);
  await ask('session.interrupt', { sessionId });
  await window.turnEnded();

  const listed = async () =>
    (await ask('session.overview', {})).projects.map(({ sessions, archived }) => [sessions.length, archived.length]);
  await ask('session.archive', { projectDir, sessionId, archived: true });
  expect(await listed()).toEqual([[0, 1]]);
  await ask('session.send', { sessionId, text: 'Go on.' });
  expect(await listed()).toEqual([[1, 0]]);
  await window.turnEnded();
});

it('renames, archives and deletes sessions of a folder that is known but not open', async () => {
  using temp = new TempProject();
  const { projectDir } = temp;
  await using server = await MessagesServer.start({ blocks: [text('Done.')] });
  let sessionId: string;
  {
    await using window = new EngineWindow(temp, server);
    await window.begin('Look around.');
    await window.turnEnded();
    ({ sessionId } = window);
  }
  const engine = createEngine({ host: 'web', homeDir: temp.homeDir, env: { HOME: temp.homeDir, GATEHOUSE_HOME: temp.stateDir } });
  const ask = asWindow(engine);
  try {
    const listed = async () => (await ask('session.overview', {})).projects.map(({ sessions, archived }) => [sessions, archived]);
    await ask('session.rename', { projectDir, sessionId, title: 'Survey' });
    await ask('session.archive', { projectDir, sessionId, archived: true });
    expect(await listed()).toMatchObject([[[], [{ title: 'Survey' }]]]);
    await ask('session.delete', { projectDir, sessionId });
    expect(await listed()).toEqual([[[], []]]);
    // Nothing of the folder was started.
    await expect(ask('session.list', { projectDir })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask('session.rename', { projectDir: '/nowhere', sessionId, title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  } finally {
    await engine.dispose();
  }
});

import { expect, it } from 'vitest';
import { unpackView } from '#shared/session/pack-view.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { createEngine } from '#main/engine.ts';
import { asWindow } from '../engine-window.ts';

const DONE = { blocks: [text('Done.')] };

function openEngine({ homeDir, stateDir }: TempProject, server: MessagesServer) {
  const env = {
    PATH: process.env['PATH'],
    HOME: homeDir,
    GATEHOUSE_HOME: stateDir,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'k',
  };
  return createEngine({ host: 'web', homeDir, env });
}

it('of many idle sessions only the last used stay open; the others go on when they are needed', async () => {
  using temp = new TempProject();
  const { projectDir } = temp;
  // The first one waits for an answer all the time.
  const answers = ({ messages }: RequestBody) => (JSON.stringify(messages).includes('Ask.') ? ASK : DONE);
  await using server = await MessagesServer.start(...Array.from({ length: 30 }, () => answers));
  const engine = openEngine(temp, server);
  const ask = asWindow(engine);
  try {
    await ask('project.open', { path: projectDir });
    const view = async (sessionId: string) => unpackView((await ask('session.open', { projectDir, sessionId })).packed);
    const say = async (words: string): Promise<string> => {
      const { sessionId } = await ask('session.create', { projectDir });
      await ask('session.send', { sessionId, text: words });
      await expect.poll(async () => (await view(sessionId)).turn === null || (await view(sessionId)).asks.length > 0).toBe(true);
      return sessionId;
    };
    const waiting = await say('Ask.');
    const sessionIds: string[] = [];
    for (let count = 0; count < 12; count += 1) sessionIds.push(await say(`Task ${count}.`));

    const live = async () => (await ask('session.list', { projectDir })).sessions.filter((each) => each.live).map((each) => each.sessionId);
    // The waiting one, eight idle ones, and one that became idle since the last was opened.
    await expect.poll(async () => (await live()).length).toBeLessThanOrEqual(10);
    expect(await live()).toContain(waiting);
    const overview = (await ask('session.overview', {})).projects[0]?.sessions ?? [];
    expect(overview).toHaveLength(13);
    expect(overview.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);

    const [first = ''] = sessionIds;
    expect(await live()).not.toContain(first);
    await ask('session.send', { sessionId: first, text: 'Go on.' });
    await expect.poll(async () => (await view(first)).turns.length).toBe(2);
    const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
    for (const words of ['Task 0.', 'Done.', 'Go on.']) expect(sent).toContain(words);
  } finally {
    await engine.dispose();
  }
});

const ASK = { blocks: [toolUse('w', 'Write', { file_path: 'new.txt', content: 'x' })] };

import { expect, it } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

it('counts the other waiting requests that draft rules would answer, without what can’t be undone', async () => {
  await using server = await MessagesServer.start({
    blocks: [bash('b1', 'touch one'), bash('b2', 'touch two'), bash('b3', 'node three.js'), bash('b4', 'rm -rf ../four')],
  });
  using temp = new TempProject({});
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { asks } = await window.until((view) => view.asks.length === 4);
  const askIds = asks.filter(({ callId }) => callId === 'b1').map(({ askId }) => askId);
  const count = async (...texts: string[]) => {
    const { projectDir } = temp;
    const { sessionId } = window;
    return (await window.ask('rules.answering', { projectDir, sessionId, askIds, texts, destination: 'session' })).count;
  };
  expect(await count('Bash(touch one)')).toBe(0);
  expect(await count('Bash(touch *)')).toBe(1);
  expect(await count('Bash(touch *)', 'Bash(node *)')).toBe(2);
  expect(await count('Bash')).toBe(2);
  await window.ask('session.interrupt', { sessionId: window.sessionId });
});

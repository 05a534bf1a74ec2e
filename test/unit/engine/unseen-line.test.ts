import { expect, it } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { EngineWindow } from './engine-window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

async function start(...lines: string[]) {
  const server = await MessagesServer.start(...lines.map((line, index) => ({ blocks: [bash(`c${index + 1}`, line)] })), {
    blocks: [text('Done.')],
  });
  const temp = new TempProject({
    'make.sh': 'echo made >> made.txt\n',
    '.claude/settings.local.json': JSON.stringify({ permissions: { deny: ['Bash(git push *)'] } }),
  });
  const window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const answer = async (callId: string, given: AskAnswer) => {
    const { asks } = await window.until((view) => view.asks.some((ask) => ask.callId === callId));
    const ask = asks.find((one) => one.callId === callId);
    const { sessionId } = window;
    await window.ask('permission.answer', { sessionId, askId: ask?.askId ?? '', digest: ask?.digest ?? '', answer: given });
    return ask;
  };
  return {
    window,
    answer,
    async [Symbol.asyncDispose]() {
      await window[Symbol.asyncDispose]();
      temp[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

it('a line allowed unseen isn’t asked about again in the session, another one is, and the card names the rule', async () => {
  await using it = await start('bash make.sh', 'bash make.sh', 'bash make.sh again');
  const ask = await it.answer('c1', { type: 'allow_unseen' });
  expect(ask).toMatchObject({ mayAllowUnseen: true, rule: { text: 'Bash(git push *)', source: 'local' } });
  await it.answer('c3', { type: 'allow_once' });
  const view = await it.window.turnEnded();
  expect(view.callOrder.map((id) => [view.calls[id]?.state, view.calls[id]?.askedAt !== undefined])).toEqual([
    ['done', true],
    ['done', false],
    ['done', true],
  ]);
  expect(view.sessionRules).toEqual([{ behavior: 'allow', text: 'Bash(bash make.sh)', unseen: view.projectDir }]);
});

it('the answer allows a call once whose card didn’t offer it, and nothing beyond', async () => {
  await using it = await start('mkdir made');
  const ask = await it.answer('c1', { type: 'allow_unseen' });
  expect(ask?.mayAllowUnseen).toBe(undefined);
  const view = await it.window.turnEnded();
  expect([view.calls['c1']?.state, view.sessionRules]).toEqual(['done', []]);
});

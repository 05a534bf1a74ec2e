import { expect, it } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const FOUR = ['a', 'b', 'c', 'd'] as const;

it('requests that are denied together are denied, not cancelled by the first denial', async () => {
  const blocks = FOUR.map((id) => toolUse(id, 'Write', { file_path: `src/${id}.ts`, content: `${id}\n` }));
  await using server = await MessagesServer.start({ blocks });
  using temp = new TempProject({});
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { asks } = await window.until((view) => view.asks.length === FOUR.length);
  const [first, ...also] = asks.map(({ askId, digest }) => ({ askId, digest }));
  if (!first) throw new Error('Nothing was asked.');
  const { sessionId } = window;

  const allowAll = window.ask('permission.answer', { sessionId, ...first, answer: { type: 'allow_once' }, also });
  await expect(allowAll).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await window.view()).asks).toHaveLength(FOUR.length);

  expect(await window.ask('permission.answer', { sessionId, ...first, answer: { type: 'deny' }, also })).toEqual({ outcome: 'accepted' });
  const { calls } = await window.until((view) => view.turn === null);
  expect(FOUR.map((id) => calls[id]?.state)).toEqual(FOUR.map(() => 'denied'));
  expect(server.requests).toHaveLength(1);
});

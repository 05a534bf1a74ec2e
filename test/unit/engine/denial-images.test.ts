import { expect, it } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = (data: string, mediaType = 'image/png') => ({
  type: 'image' as const,
  source: { type: 'base64' as const, media_type: mediaType, data },
});

it('rejects a denial with an image that the model’s server would reject, and takes one that is whole', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('w1', 'Write', { file_path: 'src/a.ts', content: 'a\n' })] },
    { blocks: [text('I see.')] },
  );
  using temp = new TempProject({});
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { asks } = await window.until((view) => view.asks.length > 0);
  const [ask] = asks;
  if (!ask) throw new Error('Nothing was asked.');
  const { askId, digest } = ask;
  const deny = async (...images: ReturnType<typeof image>[]) =>
    window.ask('permission.answer', { sessionId: window.sessionId, askId, digest, answer: { type: 'deny', images } });

  await expect(deny(image(PIXEL.slice(0, 40)))).rejects.toThrow(/damaged/u);
  await expect(deny(image(PIXEL, 'image/jpeg'))).rejects.toThrow(/damaged/u);
  await expect(deny(image(PIXEL), image('A'.repeat(5_100_000)))).rejects.toThrow(/too large/u);
  expect((await window.view()).asks.map((one) => one.askId)).toEqual([askId]);

  expect(await deny(image(PIXEL))).toEqual({ outcome: 'accepted' });
  await window.until((view) => view.turn === null);
  expect(server.requests[1]?.body.messages.at(-1)?.content).toMatchObject([{ type: 'tool_result', is_error: true }, image(PIXEL)]);
});

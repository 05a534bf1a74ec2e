import { expect, test } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();
const answerText = (words: string, input_tokens = 10) => ({ blocks: [text(words)], usage: { input_tokens } });

function idOf(it: TestSession, words: string): string {
  const found = it.all('user.message').find(({ content }) => content.some((block) => block.type === 'text' && block.text === words));
  return found?.messageId ?? 'none';
}

test('removes a message and all that followed, for the model and in the window, and returns its text', async () => {
  await using server = await MessagesServer.start(answerText('1', 100), answerText('2', 300), answerText('3'));
  await using it = new TestSession({ url: server.url });
  await it.say('one');
  const todos = [{ content: 'a', status: 'pending' as const, activeForm: 'a' }];
  it.session.log.append({ type: 'todos.updated', data: { todos } });
  await it.say('two');
  it.session.log.append({ type: 'todos.updated', data: { todos: [] } });
  expect(it.session.rewind(idOf(it, 'two'))).toEqual({ text: 'two' });
  expect(it.session.view).toMatchObject({ todos, contextTokens: 105, lastTurn: null });
  expect(it.session.view.items.map(({ type }) => type)).toEqual(['user', 'text', 'rewound']);
  await it.say('instead');
  expect(server.requests[2]?.body.messages).toMatchObject([
    { role: 'user', content: [{ text: 'one' }] },
    { role: 'assistant', content: [{ text: '1' }] },
    { role: 'user', content: [{ text: 'instead' }] },
  ]);
  await it.reopen();
  expect(it.session.view.items.map(({ type }) => type)).toEqual(['user', 'text', 'rewound', 'user', 'text']);
});

test('needs an existing message and no running turn', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  await using server = await MessagesServer.start({ blocks: [text('1')], until }, answerText('2'));
  await using it = new TestSession({ url: server.url });
  it.session.send('one');
  expect(() => it.session.rewind(idOf(it, 'one'))).toThrow('A turn is running');
  resolve();
  await it.session.idle();
  expect(() => it.session.rewind('none')).toThrow('isn’t part of the conversation');
  it.session.rewind(idOf(it, 'one'));
  expect(() => it.session.rewind(idOf(it, 'one'))).toThrow('isn’t part of the conversation');
});

test('offers no retry for a failed turn that was taken back', async () => {
  await using server = await MessagesServer.start({ status: 400, error: 'no' });
  await using it = new TestSession({ url: server.url });
  await it.say('one');
  it.session.rewind(idOf(it, 'one'));
  expect(() => it.session.retry()).toThrow('nothing to try again');
});

test('requires reading a file again before editing when its Read was taken back', async () => {
  await using it = new TestSession({ url: 'http://unused', engine, equip: realTools(engine), files: { 'a.txt': 'one' } });
  const path = it.project.path('a.txt');
  await using server = await MessagesServer.start(
    { blocks: [toolUse('r', 'Read', { file_path: path })] },
    answerText('read'),
    { blocks: [toolUse('e', 'Edit', { file_path: path, old_string: 'one', new_string: 'two' })] },
    answerText('hm'),
  );
  it.connect(server.url);
  await it.say('read');
  it.session.rewind(idOf(it, 'read'));
  await it.say('edit');
  expect(it.all('call.finished').at(-1)).toMatchObject({ callId: 'e', isError: true });
});

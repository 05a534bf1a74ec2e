import { expect, test } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();
const answerText = (words: string, input_tokens = 10) => ({ blocks: [text(words)], usage: { input_tokens } });

function idOf(fixture: TestSession, words: string): string {
  const found = fixture.all('user.message').find(({ content }) => content.some((block) => block.type === 'text' && block.text === words));
  return found?.messageId ?? 'none';
}

test('removes a message and all that followed, for the model and in the window, and returns its text', async () => {
  await using server = await MessagesServer.start(answerText('1', 100), answerText('2', 300), answerText('3'));
  await using fixture = new TestSession({ url: server.url });
  await fixture.say('one');
  const todos = [{ content: 'a', status: 'pending' as const, activeForm: 'a' }];
  fixture.session.log.append({ type: 'todos.updated', data: { todos } });
  await fixture.say('two');
  fixture.session.log.append({ type: 'todos.updated', data: { todos: [] } });
  expect(fixture.session.rewind(idOf(fixture, 'two'))).toEqual({ text: 'two' });
  expect(fixture.session.view).toMatchObject({ todos, contextTokens: 105, lastTurn: null });
  expect(fixture.session.view.items.map(({ type }) => type)).toEqual(['user', 'text', 'rewound']);
  await fixture.say('instead');
  expect(server.requests[2]?.body.messages).toMatchObject([
    { role: 'user', content: [{ text: 'one' }] },
    { role: 'assistant', content: [{ text: '1' }] },
    { role: 'user', content: [{ text: 'instead' }] },
  ]);
  await fixture.reopen();
  expect(fixture.session.view.items.map(({ type }) => type)).toEqual(['user', 'text', 'rewound', 'user', 'text']);
});

test('needs an existing message and no running turn', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  await using server = await MessagesServer.start({ blocks: [text('1')], until }, answerText('2'));
  await using fixture = new TestSession({ url: server.url });
  fixture.session.send('one');
  expect(() => fixture.session.rewind(idOf(fixture, 'one'))).toThrow('A turn is running');
  resolve();
  await fixture.session.idle();
  expect(() => fixture.session.rewind('none')).toThrow('isn’t part of the conversation');
  fixture.session.rewind(idOf(fixture, 'one'));
  expect(() => fixture.session.rewind(idOf(fixture, 'one'))).toThrow('isn’t part of the conversation');
});

test('offers no retry for a failed turn that was rewound', async () => {
  await using server = await MessagesServer.start({ status: 400, error: 'no' });
  await using fixture = new TestSession({ url: server.url });
  await fixture.say('one');
  fixture.session.rewind(idOf(fixture, 'one'));
  expect(() => fixture.session.retry()).toThrow('nothing to try again');
});

test('requires reading a file again before editing when its Read was rewound', async () => {
  await using fixture = new TestSession({ url: 'http://unused', engine, equip: realTools(engine), files: { 'a.txt': 'one' } });
  const path = fixture.project.path('a.txt');
  await using server = await MessagesServer.start(
    { blocks: [toolUse('r', 'Read', { file_path: path })] },
    answerText('read'),
    { blocks: [toolUse('e', 'Edit', { file_path: path, old_string: 'one', new_string: 'two' })] },
    answerText('hm'),
  );
  fixture.connect(server.url);
  await fixture.say('read');
  fixture.session.rewind(idOf(fixture, 'read'));
  await fixture.say('edit');
  expect(fixture.all('call.finished').at(-1)).toMatchObject({ callId: 'e', isError: true });
});

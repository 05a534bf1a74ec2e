import { expect, test } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { testTool } from '#test/support/test-tools.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { AsksFixture } from './asks-fixture.ts';

const THREE = ['a', 'b', 'c'] as const;
const threeWrites = (path: (file: string) => string) =>
  THREE.map((id) => toolUse(id, 'Write', { file_path: path(`${id}.txt`), content: id }));

/** What was logged about each withdrawn question: its call, and why. */
const withdrawn = (it: AsksFixture) =>
  it.fixture.all('call.answered').flatMap(({ callId, answer }) => (answer.type === 'withdrawn' ? [[callId, answer.why]] : []));

test('a denial that ends the turn cancels the calls that wait for an answer, and says so', async () => {
  await using it = await AsksFixture.start(threeWrites);
  await it.asked(...THREE);
  it.answer('b', { type: 'deny' });
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'cancelled', b: 'denied', c: 'cancelled' });
  expect(withdrawn(it)).toEqual([
    ['a', 'The call was cancelled because you denied Write `b.txt`.'],
    ['c', 'The call was cancelled because you denied Write `b.txt`.'],
  ]);
  expect(it.fixture.session.view.calls['a']?.view.outcome).toBe('cancelled because you denied Write `b.txt`');
  expect(it.fixture.all('turn.ended')).toMatchObject([{ outcome: 'denied' }]);
  expect(it.started).toEqual([]);
});

test('after such a denial nothing more is asked, and what needs no answer runs', async () => {
  await using it = await AsksFixture.start((path) => [
    ...threeWrites(path).slice(0, 1),
    toolUse('r', 'Bash', { command: 'ls' }),
    toolUse('e', 'Edit', { file_path: path('a.txt'), old_string: 'x', new_string: 'y' }),
    ...threeWrites(path).slice(1),
  ]);
  await it.asked('a', 'b', 'c');
  it.answer('b');
  it.answer('a', { type: 'deny' });
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'denied', r: 'done', e: 'failed', b: 'cancelled', c: 'cancelled' });
});

test('Stop withdraws every question', async () => {
  await using it = await AsksFixture.start(threeWrites);
  await it.asked(...THREE);
  it.fixture.session.interrupt();
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled' });
  expect(withdrawn(it)).toHaveLength(3);
  expect(withdrawn(it)).toEqual(expect.arrayContaining(THREE.map((id) => [id, 'The call was stopped.'])));
  expect(it.fixture.session.view.asks).toEqual([]);
});

test('Stop after an answer before its turn: the call does not run', async () => {
  await using it = await AsksFixture.start(threeWrites);
  await it.asked(...THREE);
  it.answer('c');
  await it.asked('a', 'b');
  it.fixture.session.interrupt();
  await it.fixture.session.idle();
  expect(it.started).toEqual([]);
  expect(it.outcomes).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled' });
});

test('a message sent immediately withdraws every question', async () => {
  await using it = await AsksFixture.start(threeWrites);
  await it.asked(...THREE);
  it.fixture.session.send('wait, look at this', { now: true });
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled' });
  expect(withdrawn(it).map(([, why]) => why)).toEqual(THREE.map(() => 'The call was cancelled by your message.'));
});

test('a failing command withdraws the questions of its siblings, and names itself', async () => {
  const open = Promise.withResolvers<never>();
  const tools = [testTool('Bash', { run: () => open.promise }), testTool('Asks', { run: () => 'ran' })];
  await using it = await AsksFixture.start(() => [toolUse('a', 'Bash', { text: 'make' }), toolUse('b', 'Asks', { text: '' })], {
    tools,
    engine: fixedPermissionEngine({ Asks: 'ask' }),
  });
  await it.asked('b');
  open.reject(new Error('Exit code 1'));
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'failed', b: 'cancelled' });
  expect(withdrawn(it)).toEqual([['b', expect.stringMatching(/Bash `.*make.*` failed/u)]]);
});

test('a crash with several open questions: each is closed, and nothing runs', async () => {
  await using it = await AsksFixture.start(threeWrites);
  await it.asked(...THREE);
  it.answer('c');
  await it.asked('a', 'b');
  await using found = it.fixture.asFoundOnDisk();
  expect(found.session.view.asks).toEqual([]);
  expect(found.all('call.answered').map(({ callId, answer }) => [callId, answer.type])).toEqual([
    ['c', 'allow_once'],
    ['a', 'withdrawn'],
    ['b', 'withdrawn'],
  ]);
  expect(Object.values(found.session.view.calls).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  it.fixture.session.interrupt();
});

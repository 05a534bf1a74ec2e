import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { AsksFixture } from './asks-fixture.ts';

const write = (id: string, file: string, content = id) => toolUse(id, 'Write', { file_path: file, content });
const FOUR = ['a', 'b', 'c', 'd'] as const;
const fourWrites = (path: (file: string) => string) => FOUR.map((id) => write(id, path(`${id}.txt`)));

test('every call of an answer is asked about at once, in its order', async () => {
  await using it = await AsksFixture.start(fourWrites);
  await it.asked(...FOUR);
  expect(it.started).toEqual([]);
  for (const id of FOUR) it.answer(id);
  await it.fixture.session.idle();
  expect(it.questions).toEqual([...FOUR]);
  expect(it.results).toEqual([...FOUR]);
});

test('answers given in any order run the calls in theirs, and nothing is asked twice', async () => {
  await using it = await AsksFixture.start(fourWrites);
  await it.asked(...FOUR);
  for (const id of ['d', 'b', 'c']) it.answer(id);
  await it.asked('a');
  expect(it.started).toEqual([]);
  it.answer('a');
  await it.fixture.session.idle();
  expect(it.started).toEqual([...FOUR]);
  expect(it.questions).toEqual([...FOUR]);
  expect(readFileSync(it.path('d.txt'), 'utf8')).toBe('d');
});

test('calls that a rule allows wait for their turn while an earlier one is asked about', async () => {
  await using it = await AsksFixture.start((path) => [
    write('a', path('a.txt')),
    toolUse('b', 'Bash', { command: 'ls' }),
    write('c', path('c.txt')),
  ]);
  await it.asked('a', 'c');
  it.answer('c');
  it.answer('a');
  await it.fixture.session.idle();
  expect(it.started).toEqual(['a', 'b', 'c']);
  expect(it.questions).toEqual(['a', 'c']);
});

test('a saved mode settles the questions that it answers, wherever it was chosen', async () => {
  await using it = await AsksFixture.start(fourWrites);
  await it.asked(...FOUR);
  it.answer('c', { type: 'set_mode', mode: 'acceptEdits' });
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'done', b: 'done', c: 'done', d: 'done' });
  expect(it.fixture.all('call.answered').map(({ callId, by }) => [callId, by])).toEqual(
    expect.arrayContaining([
      ['a', 'rules'],
      ['b', 'rules'],
      ['c', 'person'],
      ['d', 'rules'],
    ]),
  );
});

test('a rule is saved once, when the answer is given', async () => {
  await using it = await AsksFixture.start(fourWrites);
  await it.asked(...FOUR);
  it.answer('d', { type: 'allow_always', rules: ['Edit(/d.txt)'], destination: 'local' });
  await it.asked('a', 'b', 'c');
  await expect.poll(() => it.fixture.saved).toHaveLength(1);
  for (const id of ['a', 'b', 'c']) it.answer(id);
  await it.fixture.session.idle();
  expect(it.fixture.saved).toHaveLength(1);
  expect(it.outcomes).toEqual({ a: 'done', b: 'done', c: 'done', d: 'done' });
});

test('an input that was edited before its turn is checked, and runs', async () => {
  await using it = await AsksFixture.start(fourWrites);
  await it.asked(...FOUR);
  it.answer('b', { type: 'allow_edited', input: { file_path: it.path('b.txt'), content: 'mine' } });
  for (const id of ['a', 'c', 'd']) it.answer(id);
  await it.fixture.session.idle();
  expect(readFileSync(it.path('b.txt'), 'utf8')).toBe('mine');
  expect(it.questions).toEqual([...FOUR]);
});

test('a denial with words counts at once, and the other questions stay', async () => {
  await using it = await AsksFixture.start(fourWrites);
  await it.asked(...FOUR);
  it.answer('c', { type: 'deny', message: 'not this one' });
  expect(await it.ended('c')).toBe('denied');
  await it.asked('a', 'b', 'd');
  for (const id of ['a', 'b', 'd']) it.answer(id);
  await it.fixture.session.idle();
  expect(it.results).toEqual([...FOUR]);
  expect(it.started).toEqual(['a', 'b', 'd']);
  expect(it.fixture.all('call.decided').map(({ callId }) => callId)).toEqual(['c', 'a', 'b', 'd']);
  expect(it.fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
});

test('questions of an answer that came in one piece are asked at once too', async () => {
  await using it = await AsksFixture.start(fourWrites, { whole: true });
  await it.asked(...FOUR);
  for (const id of FOUR) it.answer(id);
  await it.fixture.session.idle();
  expect(it.results).toEqual([...FOUR]);
  expect(it.server.requests.map(({ body }) => body.stream)).toEqual([true, false, false]);
});

test('where nobody can be asked, nothing is asked, and each call is denied in its turn', async () => {
  await using it = await AsksFixture.start(fourWrites, { interactive: false });
  await it.fixture.session.idle();
  expect(it.questions).toEqual([]);
  const kinds = it.fixture.events.flatMap(({ type, data }) =>
    type === 'call.decided' || type === 'call.finished' ? [`${type} ${data.callId}`] : [],
  );
  expect(kinds).toEqual(FOUR.flatMap((id) => [`call.decided ${id}`, `call.finished ${id}`]));
});

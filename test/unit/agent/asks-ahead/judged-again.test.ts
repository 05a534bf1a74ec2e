import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { AsksFixture } from './asks-fixture.ts';

const write = (id: string, file: string, content = id) => toolUse(id, 'Write', { file_path: file, content });
const edit = (id: string, file: string, from: string, to: string) =>
  toolUse(id, 'Edit', { file_path: file, old_string: from, new_string: to });

/** Lines 1 to `count`, one a line. */
const lines = (count: number) => `${Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')}\n`;

test('an edit of a file that an earlier call reads waits for it, and is then asked about', async () => {
  await using it = await AsksFixture.start(
    (path) => [write('a', path('a.txt')), toolUse('b', 'Read', { file_path: path('b.txt') }), edit('c', path('b.txt'), 'line 1', 'first')],
    { files: { 'b.txt': lines(3) } },
  );
  await it.asked('a');
  it.answer('a');
  await it.asked('c');
  it.answer('c');
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'done', b: 'done', c: 'done' });
});

test('an edit of a file that an earlier call writes waits for it, and is then asked about', async () => {
  await using it = await AsksFixture.start((path) => [
    write('a', path('a.txt'), 'one\n'),
    edit('b', path('a.txt'), 'one', 'two'),
    write('c', path('c.txt')),
  ]);
  await it.asked('a', 'c');
  it.answer('a');
  await it.asked('c', 'b');
  it.answer('b');
  it.answer('c');
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'done', b: 'done', c: 'done' });
  expect(readFileSync(it.path('a.txt'), 'utf8')).toBe('two\n');
});

test('what no earlier call cures fails in its turn', async () => {
  await using it = await AsksFixture.start((path) => [write('a', path('a.txt')), edit('b', path('none.txt'), 'x', 'y')]);
  await it.asked('a');
  it.answer('a');
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'done', b: 'failed' });
  expect(it.questions).toEqual(['a']);
});

test('an answer about a file that is another by its turn doesn’t count: the call is asked about again, and says why', async () => {
  await using it = await AsksFixture.start((path) => [write('a', path('x.txt'), 'one\n'), write('b', path('x.txt'), 'two\n')]);
  const [, shown] = await it.asked('a', 'b');
  expect(shown?.sentence).toBe('wants to create x.txt');
  it.answer('b');
  it.answer('a');
  await it.ended('a');
  const [again] = await it.asked('b');
  expect(again).toMatchObject({ sentence: 'wants to edit x.txt', askedAgainBecause: expect.stringContaining('has changed') });
  expect(readFileSync(it.path('x.txt'), 'utf8')).toBe('one\n');
  it.answer('b');
  await it.fixture.session.idle();
  expect(readFileSync(it.path('x.txt'), 'utf8')).toBe('two\n');
});

test.each([
  ['far from each other, the second is asked about once', 'line 20', ['a', 'b']],
  ['next to each other, the second is asked about again, since its card shows other lines around it', 'line 3', ['a', 'b', 'b']],
])('of two edits of a file %s', async (_what, second, questions) => {
  await using it = await AsksFixture.start(
    (path) => [edit('a', path('x.txt'), 'line 1\n', 'one\nmore\n'), edit('b', path('x.txt'), `${second}\n`, 'other\n')],
    { files: { 'x.txt': lines(30) }, read: 'x.txt' },
  );
  await it.asked('a', 'b');
  it.answer('b');
  it.answer('a');
  await it.ended('a');
  if (questions.length > 2) {
    await it.asked('b');
    it.answer('b');
  }
  await it.fixture.session.idle();
  expect(it.questions).toEqual(questions);
  expect(readFileSync(it.path('x.txt'), 'utf8')).toContain('other\n');
});

test('a command is asked about again in the folder that an earlier one has gone to', async () => {
  await using it = await AsksFixture.start(() => [
    toolUse('a', 'Bash', { command: 'mkdir sub && cd sub' }),
    toolUse('b', 'Bash', { command: 'touch here' }),
  ]);
  const [, first] = await it.asked('a', 'b');
  expect(first?.cwd).toBe(it.path(''));
  it.answer('b');
  it.answer('a');
  await it.ended('a');
  const [again] = await it.asked('b');
  expect(again?.cwd).toBe(it.path('sub'));
  expect(existsSync(it.path('sub/here'))).toBe(false);
  it.answer('b');
  await it.fixture.session.idle();
  expect([existsSync(it.path('sub/here')), existsSync(it.path('here'))]).toEqual([true, false]);
});

test('nothing behind a call that changes the mode is asked about before it has ended', async () => {
  await using it = await AsksFixture.start((path) => [
    write('a', path('a.txt')),
    toolUse('b', 'EnterPlanMode', {}),
    write('c', path('c.txt')),
  ]);
  await it.asked('a');
  it.answer('a');
  await it.fixture.session.idle();
  expect(it.questions).toEqual(['a']);
  expect(it.outcomes).toEqual({ a: 'done', b: 'done', c: 'denied' });
});

test('a denial counts, whatever the call would do by its turn', async () => {
  await using it = await AsksFixture.start((path) => [write('a', path('x.txt'), 'one\n'), write('b', path('x.txt'), 'two\n')]);
  await it.asked('a', 'b');
  it.answer('b', { type: 'deny', message: 'once is enough' });
  it.answer('a');
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'done', b: 'denied' });
});

test.each([
  ['of the same file', (path: (name: string) => string) => write('c', path('none.txt'))],
  ['of the same file under another name', (path: (name: string) => string) => write('c', path('link/none.txt'))],
  ['that is no edit', () => toolUse('c', 'Bash', { command: 'touch c.txt' })],
])('when an edit fails, whoever allowed a later call %s is asked again', async (_what, later) => {
  await using it = await AsksFixture.start((path) => {
    symlinkSync('.', path('link'));
    return [write('a', path('a.txt')), edit('b', path('none.txt'), 'x', 'y'), later(path), write('d', path('d.txt'))];
  });
  await it.asked('a', 'c', 'd');
  it.answer('c');
  it.answer('a');
  await it.ended('b');
  const asks = await it.asked('d', 'c');
  expect(asks[1]?.askedAgainBecause).toMatch(/none\.txt.* failed after you allowed this/u);
  expect(existsSync(it.path('c.txt'))).toBe(false);
  it.answer('c');
  it.answer('d');
  await it.fixture.session.idle();
  expect(it.outcomes).toEqual({ a: 'done', b: 'failed', c: 'done', d: 'done' });
});

test('when an edit fails, an answer about an edit of another file still counts', async () => {
  await using it = await AsksFixture.start((path) => [
    write('a', path('a.txt')),
    edit('b', path('none.txt'), 'x', 'y'),
    write('c', path('c.txt')),
  ]);
  await it.asked('a', 'c');
  it.answer('c');
  it.answer('a');
  await it.fixture.session.idle();
  expect(it.questions).toEqual(['a', 'c']);
  expect(it.outcomes).toEqual({ a: 'done', b: 'failed', c: 'done' });
});

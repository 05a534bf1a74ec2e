import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { hookOn, printing } from '../../hooks/hook-fixture.ts';
import { AsksFixture } from './asks-fixture.ts';

const THREE = ['a', 'b', 'c'] as const;
const threeWrites = (path: (file: string) => string) =>
  THREE.map((id) => toolUse(id, 'Write', { file_path: path(`${id}.txt`), content: id }));

/** A command hook that notes what the folder holds, and says nothing. */
const noting = 'ls *.txt 2>/dev/null | tr "\\n" " " >> ../seen; echo >> ../seen';

test('a PreToolUse hook runs once a call, in its turn, and sees what earlier calls have done', async () => {
  await using it = await AsksFixture.start(threeWrites, { hooks: [hookOn('PreToolUse', { command: noting }, 'Write')] });
  for (const id of THREE) {
    await it.asked(id);
    it.answer(id);
  }
  await it.fixture.session.idle();
  expect(readFileSync(it.path('../seen'), 'utf8')).toBe('\na.txt \na.txt b.txt \n');
  expect(it.questions).toEqual([...THREE]);
});

test('a hook that nobody waits for, or that is for other tools, holds no question back', async () => {
  await using it = await AsksFixture.start(threeWrites, {
    hooks: [
      hookOn('PreToolUse', { command: noting, async: true }, 'Write'),
      hookOn('PreToolUse', { command: printing('', 2, 'no') }, 'Bash'),
      hookOn('PermissionRequest', { command: printing('', 2, 'no') }, 'Bash'),
    ],
  });
  await it.asked(...THREE);
  for (const id of THREE) it.answer(id);
  await it.fixture.session.idle();
  await expect.poll(() => it.fixture.all('hook.ran')).toHaveLength(3);
});

test('a hook that answers questions is asked about a call in its turn', async () => {
  const allow = printing(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }));
  await using it = await AsksFixture.start(threeWrites, { hooks: [hookOn('PermissionRequest', { command: allow }, 'Write')] });
  await it.fixture.session.idle();
  expect(it.fixture.all('call.answered').map(({ callId, by }) => [callId, by])).toEqual(THREE.map((id) => [id, 'hook']));
  expect(it.fixture.all('hook.ran')).toHaveLength(3);
  expect(it.questions).toEqual([...THREE]);
});

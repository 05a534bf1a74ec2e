import { cpSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScript } from '#main/model/script.ts';
import { ScriptedClient } from '#main/model/scripted-client.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';
import type { AskAnswer } from '#shared/session/ask.ts';

const engine = await createPermissionEngine();

/** Answers every ask at once. */
function answerAll(fixture: TestSession, answerFor: (toolName: string) => AskAnswer): string[] {
  const asked: string[] = [];
  fixture.session.log.subscribe((event) => {
    if (event.type !== 'call.asked') return;
    const { askId, digest, toolName } = event.data.ask;
    asked.push(toolName);
    queueMicrotask(() => fixture.session.answer(askId, digest, answerFor(toolName)));
  });
  return asked;
}

test('finds, reads and edits a file after an ask, and a command sees the change', async () => {
  await using fixture = new TestSession({ url: 'http://unused', engine, equip: realTools(engine), files: { 'src/a.txt': 'one\ntwo\n' } });
  const file = fixture.project.path('src/a.txt');
  await using server = await MessagesServer.start(
    { blocks: [toolUse('1', 'Grep', { pattern: 'two' }), toolUse('2', 'Read', { file_path: file })] },
    { blocks: [toolUse('3', 'Edit', { file_path: file, old_string: 'two', new_string: 'three' })] },
    { blocks: [toolUse('4', 'Bash', { command: 'cat src/a.txt' })] },
    { blocks: [text('Done.')] },
  );
  fixture.connect(server.url);
  const asked = answerAll(fixture, () => ({ type: 'allow_once' }));
  await fixture.say('change it');
  expect(fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  expect(asked).toEqual(['Edit']);
  expect(readFileSync(file, 'utf8')).toBe('one\nthree\n');
  const results = server.requests
    .at(-1)
    ?.body.messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_result' ? [block] : [])));
  expect(results?.map(({ tool_use_id, is_error }) => [tool_use_id, is_error])).toEqual([
    ['1', undefined],
    ['2', undefined],
    ['3', undefined],
    ['4', undefined],
  ]);
  expect(results?.[0]?.content).toContain('src/a.txt');
  expect(results?.[3]?.content).toBe('one\nthree');
});

const demo = new URL('../../../../resources/demo/', import.meta.url);
const script = parseScript(readFileSync(new URL('script.json', demo), 'utf8'), 'script.json');

function playDemo() {
  const fixture = new TestSession({
    makeClient: ({ project }) => new ScriptedClient({ script, projectDir: project.projectDir, timeScale: 0 }),
    engine,
    equip: realTools(engine),
  });
  cpSync(new URL('project/', demo), fixture.project.projectDir, { recursive: true });
  return fixture;
}

test('the demo makes its failing test pass', async () => {
  await using fixture = playDemo();
  const asked = answerAll(fixture, () => ({ type: 'allow_once' }));
  await fixture.say('One test fails.');
  expect(fixture.all('call.finished').map(({ outcome, exitCode }) => [outcome, exitCode ?? 0])).toEqual(
    fixture.all('call.queued').map(() => ['done', 0]),
  );
  expect(asked).toContain('Edit');
  expect(asked).toContain('Bash');
  expect(fixture.session.view.taskList.tasks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
});

test('the demo continues after a denial', async () => {
  await using fixture = playDemo();
  answerAll(fixture, () => ({ type: 'deny' }));
  await fixture.say('One test fails.');
  expect(fixture.session.view.lastTurn?.outcome).toBe('denied');
  await fixture.say('Why did you want that?');
  const last = fixture.session.view.items.findLast((item) => item.type === 'text');
  expect(last?.text).not.toMatch(/end of the script/);
  expect(fixture.session.view.lastTurn?.outcome).toBe('completed');
});

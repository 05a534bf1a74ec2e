import { expect, test } from 'vitest';
import { compactedContent } from '#main/agent/compaction/compacted-content.ts';
import { forkedEvents } from '#main/session/fork.ts';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { createTaskCreateTool } from '#main/tools/task-create/task-create-tool.ts';
import { createTaskListTool } from '#main/tools/task-list/task-list-tool.ts';
import { createTaskUpdateTool } from '#main/tools/task-update/task-update-tool.ts';
import type { Tool } from '#main/tool/tool.ts';
import { foldSession } from '#shared/session/fold.ts';
import { atOnce } from '#shared/steps.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';

const deps = { projectDir: '/none', isReadOnlyCommand: () => false, env: () => ({}) };
const tools: readonly Tool[] = [createAgentTool(deps), createTaskCreateTool(deps), createTaskListTool(deps), createTaskUpdateTool(deps)];
const created = (id: string, subject: string) => toolUse(id, 'TaskCreate', { subject, description: '' });

const delegated = () =>
  byPrompt(
    [
      'Plan it.',
      { blocks: [created('m1', 'first'), created('m2', 'second')] },
      {
        blocks: [
          toolUse('m3', 'Agent', { description: 'd', prompt: 'Do the first.', name: 'worker' }),
          toolUse('m4', 'Agent', { description: 'd', prompt: 'Look on.', run_in_background: true }),
        ],
      },
      { blocks: [toolUse('m5', 'TaskList', {})] },
      { blocks: [text('Planned.')] },
      { blocks: [text('Noted.')] },
    ],
    [
      'Do the first.',
      { blocks: [toolUse('s1', 'TaskUpdate', { taskId: '1', status: 'in_progress' }), created('s2', 'found on the way')] },
      { blocks: [text('Done.')] },
    ],
    ['Look on.', { blocks: [toolUse('b1', 'TaskUpdate', { taskId: '2', status: 'completed' })] }, { blocks: [text('Seen.')] }],
  );

test('is shared by all agents of the session, also those in the background', async () => {
  await using server = await MessagesServer.start(...delegated());
  await using fixture = new TestSession({ url: server.url, tools });
  await fixture.say('Plan it.');
  const shared = [
    { id: '1', subject: 'first', status: 'in_progress', owner: 'worker' },
    { id: '2', subject: 'second', status: 'completed' },
    { id: '3', subject: 'found on the way', status: 'pending' },
  ];
  expect(fixture.session.view.taskList).toMatchObject({ lastId: 3, tasks: shared });
  await fixture.reopen();
  expect(fixture.session.view.taskList).toMatchObject({ lastId: 3, tasks: shared });
  const fork = atOnce(
    forkedEvents({ events: fixture.events, sessionDir: fixture.sessionDir, live: false }, { sessionId: 'f', sessionDir: '/f' }),
  );
  expect(foldSession(fork).taskList).toEqual(fixture.session.view.taskList);
});

test('returns to its state before a rewound message, and never reuses a number', async () => {
  await using server = await MessagesServer.start(
    { blocks: [created('c1', 'kept')] },
    { blocks: [text('1')] },
    { blocks: [created('c2', 'gone'), toolUse('u1', 'TaskUpdate', { taskId: '1', status: 'completed' })] },
    { blocks: [text('2')] },
    { blocks: [created('c3', 'new')] },
    { blocks: [text('3')] },
  );
  await using fixture = new TestSession({ url: server.url, tools });
  await fixture.say('one');
  await fixture.say('two');
  const second = fixture.all('user.message').find(({ content }) => JSON.stringify(content).includes('two'));
  fixture.session.rewind(second?.messageId ?? '');
  expect(fixture.session.view.taskList.tasks).toMatchObject([{ id: '1', status: 'pending' }]);
  await fixture.say('three');
  expect(fixture.session.view.taskList.tasks.map(({ id }) => id)).toEqual(['1', '3']);
});

test('its open tasks are kept across a compaction', () => {
  const task = { description: '', status: 'pending' as const, blockedBy: [] };
  const tasks = [
    { ...task, id: '1', subject: 'read', status: 'completed' as const },
    { ...task, id: '2', subject: 'write\n</system-reminder>', owner: 'worker' },
    { ...task, id: '3', subject: 'test', blockedBy: ['1', '2'] },
  ];
  const content = compactedContent({
    summary: 's',
    words: { kept: [], omitted: 0 },
    state: { todos: [], tasks, files: [], running: [], mode: 'default' },
  });
  expect(JSON.stringify(content)).toContain(
    String.raw`- #2 [pending] write &lt;/system-reminder> (worker)\n- #3 [pending] test (blocked by #2)`,
  );
});

test('hooks can refuse that a task is created or completed', async () => {
  await using server = await MessagesServer.start(
    { blocks: [created('c1', 'fine')] },
    { blocks: [created('c2', 'too vague')] },
    { blocks: [toolUse('u1', 'TaskUpdate', { taskId: '1', status: 'completed' })] },
    { blocks: [text('Well.')] },
  );
  const refusals: Record<string, string> = { 'TaskCreated too vague': 'say more', 'TaskCompleted fine': 'no tests yet' };
  await using fixture = new TestSession({
    url: server.url,
    tools,
    services: { askTaskHooks: (event, { subject }) => Promise.resolve(refusals[`${event} ${subject}`]) },
  });
  await fixture.say('Go.');
  expect(fixture.session.view.taskList.tasks).toMatchObject([{ id: '1', status: 'pending' }]);
  const results = JSON.stringify(fixture.all('call.finished'));
  expect(results).toContain('say more');
  expect(results).toContain('no tests yet');
});

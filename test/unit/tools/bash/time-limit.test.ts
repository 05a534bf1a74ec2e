import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { CommandTask } from '#main/tool/services/tool-services.ts';
import type { TaskService } from '#main/tool/tool.ts';
import { createBashTool } from '#main/tools/bash/bash-tool.ts';
import { SessionFixture } from '../session-fixture.ts';

const engine = await createPermissionEngine();
const NO_TASKS: Omit<TaskService, 'run'> = {
  status: () => undefined,
  wait: () => Promise.resolve(),
  stop: () => Promise.resolve(false),
  news: () => Promise.resolve('task'),
  seen: () => undefined,
};
let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

it.each([
  ['npm test', { isMovable: true, outlivesTimeout: true }],
  ['for f in *.txt; do wc "$f"; done', { isMovable: true, outlivesTimeout: true }],
  ['sleep 500', { isMovable: false, outlivesTimeout: false }],
  ['cd x && git rebase main', { isMovable: false, outlivesTimeout: false }],
  ['$TOOL fetch', { isMovable: true, outlivesTimeout: false }],
  ['if true; then', { isMovable: true, outlivesTimeout: false }],
])('%s at its time limit: %j', async (command, expected) => {
  const ran: CommandTask[] = [];
  const tasks: TaskService = {
    ...NO_TASKS,
    run: (task) => {
      ran.push(task);
      return Promise.resolve({ type: 'background', taskId: 'b1', outputFile: '/o', why: 'asked' });
    },
  };
  const tool = createBashTool({
    projectDir: session.project,
    isReadOnlyCommand: () => false,
    readCommand: (line, cwd) => engine.readCommand(line, cwd ?? session.project, session.state.permission),
  });
  const message = { messageId: 'm', requestId: 'r', blocks: [] };
  await tool.call({ command }, { ...session.context, tasks }, () => Promise.resolve(true), message);
  expect(ran).toMatchObject([expected]);
});

it.each([
  [0, undefined, 'or end your answer.'],
  [1, true, 'It is stopped when you give your final answer.'],
])('a command in the background of an agent at depth %i', async (depth, endsWithAgent, text) => {
  const tasks: TaskService = {
    ...NO_TASKS,
    run: () => Promise.resolve({ type: 'background', taskId: 'b1', outputFile: '/o', why: 'asked' }),
  };
  const tool = createBashTool({ projectDir: session.project, isReadOnlyCommand: () => false });
  const message = { messageId: 'm', requestId: 'r', blocks: [] };
  const context = { ...session.context, agent: { ...session.context.agent, depth }, tasks };
  const { data, details } = await tool.call(
    { command: 'npm start', run_in_background: true },
    context,
    () => Promise.resolve(true),
    message,
  );
  expect(data.backgroundEndsWithFinalResponse).toBe(endsWithAgent);
  expect(tool.mapToolResultToToolResultBlockParam(data, 't', details).content).toContain(text);
});

import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { noWeb } from './no-web.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import { NO_TASKS } from '#shared/session/task-changes.ts';
import type { AppState, Tool, ToolUseContext } from '#main/tool/tool.ts';
import { ReadFileState } from '#main/tool/read-file-state.ts';
import type { TempProject } from './temp-project.ts';

export interface TestContextOptions {
  readonly tools?: readonly Tool[];
  readonly isNonInteractive?: boolean;
  /** Read at every call, so a test can change it. */
  readonly permission?: () => ToolPermissionContext;
}

/** A context for the calls of one test, in its own project. */
export function testToolContext(
  { projectDir, homeDir, stateDir }: Pick<TempProject, 'projectDir' | 'homeDir' | 'stateDir'>,
  options: TestContextOptions = {},
): ToolUseContext {
  const plain = makePermissionContext({ projectDir, homeDir, stateDir });
  let todos: AppState['todos'] = [];
  let taskList: AppState['taskList'] = NO_TASKS;
  const getAppState = (): AppState => ({ permission: options.permission?.() ?? plain, todos, taskList });
  const setAppState = (change: (state: AppState) => AppState): void => {
    ({ todos, taskList } = change(getAppState()));
  };
  return {
    options: { tools: options.tools ?? [], model: 'test-model', isNonInteractive: options.isNonInteractive ?? false },
    session: { sessionId: 'session', sessionDir: stateDir, projectDir },
    cwd: projectDir,
    agent: { depth: 0 },
    abortController: new AbortController(),
    toolUseId: '',
    readFileState: new ReadFileState(),
    getAppState,
    setAppState,
    setAppStateForTasks: setAppState,
    services: {
      terminals: { run: () => Promise.reject(new Error('no terminals in this test')), keepText: () => undefined },
      plainText: plainTextFiles,
      web: noWeb,
      search: { ripgrepPath: 'rg' },
      isReadOnlyCommand: () => false,
      mayRead: () => true,
    },
  };
}

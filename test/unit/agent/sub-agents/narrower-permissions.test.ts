import { beforeEach, describe, expect, it } from 'vitest';
import { startableDefinition, toolsForAgent } from '#main/agent/sub-agents/tool-access.ts';
import { BUILT_IN_AGENTS } from '#main/agent/sub-agents/built-in-definitions.ts';
import { subAgentContext, underParent } from '#main/agent/sub-agents/sub-agent-context.ts';
import { resolveModel } from '#main/model/resolve-model.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { ReadFileState } from '#main/tool/read-file-state.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import { PERMISSION_MODES } from '#shared/permission/mode.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

describe('the mode of a sub-agent', () => {
  it('is its parent’s, or plan or dontAsk under default', () => {
    for (const parent of PERMISSION_MODES) {
      for (const wanted of PERMISSION_MODES) {
        const narrowed = parent === 'default' && (wanted === 'plan' || wanted === 'dontAsk');
        expect(underParent(makePermissionContext({ ...folders, mode: parent }), wanted).mode).toBe(narrowed ? wanted : parent);
      }
    }
  });
});

describe('the tools of a sub-agent', () => {
  const pool = ['Agent', 'AskUserQuestion', 'Bash', 'ExitPlanMode', 'Read', 'TaskOutput'].map((name) => echoTool(name));
  const mcp = { ...echoTool('mcp__files__read'), isMcp: true };
  it.each([
    ['all but those that need a person', {}, 1, false, 'default', ['Agent', 'Bash', 'Read', 'mcp__files__read']],
    ['without Agent three levels deep', {}, 3, false, 'default', ['Bash', 'Read', 'mcp__files__read']],
    ['without Agent in the background', {}, 1, true, 'default', ['Bash', 'Read', 'mcp__files__read']],
    ['with ExitPlanMode in plan mode', { tools: ['Read', 'ExitPlanMode'] }, 1, false, 'plan', ['ExitPlanMode', 'Read']],
    ['those its definition names', { tools: ['Read', 'Write', 'AskUserQuestion'] }, 1, false, 'default', ['Read']],
    ['none for a pattern that can’t be applied', { tools: ['Bash(git *)', 'Read'] }, 1, false, 'default', ['Read']],
    ['those of a named server', { tools: ['mcp__files'] }, 1, false, 'default', ['mcp__files__read']],
    ['without disallowed ones', { tools: ['Bash', 'Read'], disallowedTools: ['Bash(rm *)'] }, 1, false, 'default', ['Read']],
  ] as const)('are %s', (_name, definition, depth, background, mode, expected) => {
    const tools = toolsForAgent([...pool, mcp], [], { definition, depth, background, mode });
    expect(tools.map(({ name }) => name)).toEqual(expected);
  });

  describe('that has MCP servers', () => {
    const ofServer = (serverName: string, onlyFor?: string) => ({
      ...echoTool(`mcp__${serverName}__read`),
      isMcp: true,
      mcpInfo: { serverName, toolName: 'read', onlyFor },
    });
    const parents = [...pool, ofServer('files'), ofServer('web'), ofServer('secret', 'parent')];
    const own = [ofServer('db', 'me')];
    const how = { depth: 1, background: false, mode: 'default' } as const;
    it.each([
      ['those of its servers beside its list', { tools: ['Read'] }, ['Read', 'mcp__files__read', 'mcp__db__read']],
      ['not those it disallows', { tools: ['Read'], disallowedTools: ['mcp__db', 'mcp__files__read'] }, ['Read']],
      ['all others too without a list', {}, ['Agent', 'Bash', 'Read', 'mcp__files__read', 'mcp__web__read', 'mcp__db__read']],
    ])('are %s, never those of its parent alone', (_name, lists, expected) => {
      const definition = { ...lists, mcpServers: { named: ['files', 'secret'], own: { db: {} } } };
      expect(toolsForAgent(parents, own, { ...how, definition }).map(({ name }) => name)).toEqual(expected);
    });
  });

  it('may limit the agent types it can start', () => {
    const parent = { name: 'p', description: '', prompt: '', source: 'user', tools: ['Agent(Explore)'] } as const;
    expect(startableDefinition('Explore', BUILT_IN_AGENTS, parent).name).toBe('Explore');
    expect(() => startableDefinition('Plan', BUILT_IN_AGENTS, parent)).toThrow('Available: Explore.');
  });
});

describe('the context of a sub-agent', () => {
  const make = (background: boolean, { more = {}, worktree }: { more?: Partial<ToolUseContext>; worktree?: Worktree } = {}) => {
    const parent = {
      ...testToolContext(folders, { isNonInteractive: true, permission: () => permission }),
      toolUseId: 'call',
      cwd: '/project/src',
      ...more,
    };
    parent.readFileState.set('/project/a', { content: 'a', mtimeMs: 1 });
    let todos: readonly Todo[] = [];
    const context = subAgentContext(parent, {
      agentId: 'a1',
      agentType: 'Explore',
      name: undefined,
      parentCallId: 'call',
      background,
      model: 'm',
      permissionMode: 'plan',
      worktree,
      skillRules: () => [],
      abortController: new AbortController(),
      todos: () => todos,
      onTodos: (changed) => (todos = changed),
    });
    return { parent, context };
  };
  const plain = makePermissionContext(folders);
  let permission = plain;
  beforeEach(() => {
    permission = plain;
  });
  const todo: Todo = { content: 'do', activeForm: 'doing', status: 'pending' };

  it('has its parent’s read files, and reads of one don’t reach the other', () => {
    const { parent, context } = make(false);
    expect(context.readFileState.get('/project/a')?.content).toBe('a');
    expect(context.readFileState).toBeInstanceOf(ReadFileState);
    context.readFileState.set('/project/b', { content: 'b', mtimeMs: 1 });
    parent.readFileState.delete('/project/a');
    expect(parent.readFileState.get('/project/b')).toBeUndefined();
    expect(context.readFileState.get('/project/a')).toBeDefined();
  });

  it('has its own model, and asks people as its parent does', () => {
    const { context } = make(false);
    expect(context.options).toEqual({ tools: [], model: 'm', isNonInteractive: true });
  });

  it('reads its parent’s permissions as they are now', () => {
    const { context } = make(false);
    permission = makePermissionContext({ ...folders, additionalWorkingDirectories: ['/more'] });
    expect(context.getAppState().permission.additionalWorkingDirectories).toEqual(['/more']);
    permission = makePermissionContext({ ...folders, mode: 'bypassPermissions' });
    expect(context.getAppState().permission.mode).toBe('bypassPermissions');
  });

  it.each([true, false])('changes the task list of the session, in the background too (%s)', (background) => {
    const { parent, context } = make(background);
    const { taskList } = parent.getAppState();
    const changed = { ...taskList };
    context.setAppStateForTasks((state) => ({ ...state, taskList: changed }));
    expect(parent.getAppState().taskList).toBe(changed);
    expect(context.getAppState().taskList).toBe(changed);
  });

  it('works in its own worktree, with the permissions of the project', () => {
    const projectDir = '/project/.claude/worktrees/w';
    const worktree: Worktree = { projectDir, path: projectDir, branch: 'worktree-w' };
    const { parent, context } = make(false, { worktree });
    expect([context.cwd, context.session]).toEqual([projectDir, { ...parent.session, projectDir }]);
    expect(context.getAppState().permission).toMatchObject({ projectDir, settingsDir: '/project' });
  });

  it('has the services for its calls, not those of the main agent', () => {
    const service = (): never => {
      throw new Error('not called in this test');
    };
    const agents = {
      start: service,
      send: service,
      createTeam: service,
      deleteTeam: service,
      status: service,
      wait: service,
      stop: service,
    };
    const schedules = { later: [], addCron: service, addWakeup: service, remove: service };
    const { parent, context } = make(false, { more: { agents, schedules } });
    expect(context.agents).toBe(agents);
    expect(context.services).toBe(parent.services);
    expect([context.schedules, context.triggers, context.workflows]).toEqual([undefined, undefined, undefined]);
  });

  it('is aborted by its own controller', () => {
    const { parent, context } = make(false);
    context.abortController.abort();
    expect(parent.abortController.signal.aborted).toBe(false);
  });

  it('is one level deeper, in its parent’s folder and session', () => {
    const { parent, context } = make(false);
    expect(context.agent).toEqual({ agentId: 'a1', agentType: 'Explore', parentCallId: 'call', depth: 1 });
    expect([context.cwd, context.session]).toEqual(['/project/src', parent.session]);
  });

  it('uses the narrower mode, and has its own todos', () => {
    const { parent, context } = make(false);
    expect(context.getAppState().permission.mode).toBe('plan');
    context.setAppStateForTasks((state) => ({ ...state, todos: [todo] }));
    expect(context.getAppState().todos).toEqual([todo]);
    expect(parent.getAppState().todos).toEqual([]);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('in the background %s: the session’s state is changed %i times', (background, changes) => {
    const { parent, context } = make(background);
    context.setAppState((state) => ({ ...state, todos: [todo] }));
    expect(parent.getAppState().todos).toHaveLength(changes);
  });
});

describe('model aliases', () => {
  it.each([
    [undefined, 'claude-opus-5-5', {}, 'claude-opus-5-5'],
    ['inherit', 'claude-opus-5-5', {}, 'claude-opus-5-5'],
    ['haiku', 'claude-opus-5-5', {}, 'claude-haiku-4-5'],
    ['haiku', 'qwen-local', {}, 'qwen-local'],
    ['haiku', 'qwen-local', { ANTHROPIC_DEFAULT_HAIKU_MODEL: 'tiny' }, 'tiny'],
    ['claude-sonnet-5', 'claude-opus-5-5', {}, 'claude-sonnet-5'],
    ['constructor', 'claude-opus-5-5', {}, 'constructor'],
  ])('%s under %s', (wanted, parent, env, expected) => {
    expect(resolveModel(wanted, parent, env)).toBe(expected);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_PLAN_CHARS, toolViewSchema } from '#shared/session/tool-view.ts';
import { isDeferrable } from '#main/agent/request/deferred-tools.ts';
import { parseToolQuery, rankTools } from '#main/tool/tool-search.ts';
import { TOOL_NAMES, toolRow } from '#shared/tool-table.ts';
import { SessionFixture } from './session-fixture.ts';
import { EXAMPLES, FIELDS } from './tool-inputs.ts';

const session = new SessionFixture();
afterAll(() => session.dispose());

/** Older models add fields to it that are now ignored. */
const TAKES_MORE = new Set(['ExitPlanMode']);
/** No model may answer these for the user. */
const FOR_PEOPLE = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']);

describe('the catalogue', () => {
  it('gives every tool a result limit; only Read limits itself', () => {
    const limits = session.tools.map(({ name, maxResultSizeChars }) => [name, maxResultSizeChars] as const);
    expect(limits.filter(([, limit]) => !Number.isSafeInteger(limit)).map(([name]) => name)).toEqual(['Read']);
    for (const [name, limit] of limits)
      if (name !== 'Read')
        expect({ name, fits: limit > 0 && limit <= (name === 'ExitPlanMode' ? MAX_PLAN_CHARS + 10_000 : 100_000) }).toEqual({
          name,
          fits: true,
        });
  });

  it('describes all tools in at most 32 KB', () => {
    const bytes = session.tools.reduce((sum, tool) => sum + Buffer.byteLength(tool.prompt()), 0);
    expect(bytes).toBeLessThanOrEqual(32 * 1024);
  });

  it('loads these tools only on demand, each with words to find it by', () => {
    const deferred = session.tools.filter((tool) => isDeferrable(tool));
    expect(deferred.map(({ name }) => name)).toEqual([
      'Config',
      'CronCreate',
      'CronDelete',
      'CronList',
      'EnterWorktree',
      'ExitWorktree',
      'Monitor',
      'NotebookEdit',
      'PushNotification',
      'RemoteTrigger',
      'ScheduleWakeup',
      'SendMessage',
      'Sleep',
      'TaskCreate',
      'TaskGet',
      'TaskList',
      'TaskOutput',
      'TaskStop',
      'TaskUpdate',
      'TeamCreate',
      'TeamDelete',
      'WebBrowser',
      'WebFetch',
      'WebSearch',
    ]);
    for (const { name, searchHint = '' } of deferred) {
      const found = parseToolQuery(searchHint);
      expect([name, found.words.length >= 3 && found.words.length <= 10]).toEqual([name, true]);
      // A search loads five.
      expect(
        rankTools(deferred, found)
          .slice(0, 5)
          .map((tool) => tool.name),
      ).toContain(name);
    }
  });

  it('lists every tool, A to Z', () => {
    expect(session.tools.map((tool) => tool.name)).toEqual(Object.keys(FIELDS));
  });

  it.each(Object.entries(FIELDS))('%s accepts exactly its fields', (name, { required, optional }) => {
    const schema = z.toJSONSchema(session.tool(name).inputSchema, { io: 'input' });
    expect(schema.additionalProperties === false).toBe(!TAKES_MORE.has(name));
    expect((schema.required ?? []).toSorted()).toEqual(required.toSorted());
    expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual([...required, ...optional].toSorted());
    const { inputSchema } = session.tool(name);
    expect(inputSchema.safeParse(EXAMPLES[name]).success).toBe(true);
    expect(inputSchema.safeParse({ ...EXAMPLES[name], extra: 1 }).success).toBe(TAKES_MORE.has(name));
    for (const field of required) expect(inputSchema.safeParse({ ...EXAMPLES[name], [field]: undefined }).success).toBe(false);
  });

  it.each(Object.keys(FIELDS))('%s has a stable prompt', (name) => {
    const tool = session.tool(name);
    expect(tool.prompt().length).toBeGreaterThan(100);
    expect(tool.prompt()).toBe(tool.prompt());
    const args = tool.inputSchema.parse(EXAMPLES[name]);
    expect(tool.toAutoClassifierInput(args) === '').toBe(FOR_PEOPLE.has(name));
  });

  it.each(Object.keys(FIELDS))('%s names only tools that there are', (name) => {
    const tool = session.tool(name);
    const told = `${tool.prompt()}\n${JSON.stringify(z.toJSONSchema(tool.inputSchema, { io: 'input' }))}`;
    const missing = TOOL_NAMES.filter((other) => toolRow(other)?.built !== true && new RegExp(`\\b${other}\\b`, 'u').test(told));
    expect(missing).toEqual([]);
  });

  it.each([
    ['Read', true],
    ['Glob', true],
    ['Grep', true],
    ['ToolSearch', true],
    ['Edit', false],
    ['Write', false],
    ['Bash', false],
    ['TaskCreate', false],
    ['TaskGet', true],
    ['TaskList', true],
    ['TaskUpdate', false],
    ['TodoWrite', false],
  ])('%s is read-only and concurrency-safe: %s', (name, expected) => {
    const tool = session.tool(name);
    const args = tool.inputSchema.parse(EXAMPLES[name]);
    expect([tool.isReadOnly(args), tool.isConcurrencySafe(args), tool.interruptBehavior(args) === 'cancel']).toEqual([
      expected,
      expected,
      expected,
    ]);
  });
});

describe('rendering a call', () => {
  const odd: unknown[] = [
    undefined,
    null,
    0,
    5,
    Number.NaN,
    true,
    '',
    'text',
    '\0\n\x1b[31m',
    'x'.repeat(5000),
    [],
    [1],
    {},
    { a: { b: 1 } },
    [{ content: 'a' }],
  ];
  const names = Object.keys(FIELDS);

  it.each(names)('%s never throws on any model input', (name) => {
    const { required, optional } = FIELDS[name] ?? { required: [], optional: [] };
    const tool = session.tool(name);
    for (const value of odd) {
      const inputs = [
        {},
        Object.fromEntries([...required, ...optional].map((field) => [field, value])),
        { ...EXAMPLES[name], unknown: value },
      ];
      for (const input of inputs) {
        for (const stage of ['input', 'rejection', 'error'] as const) {
          const view = tool.present({ stage, input, message: 'why' });
          expect(() => toolViewSchema.parse(view)).not.toThrow();
          expect(view.summary).not.toContain('\n');
        }
        expect(typeof tool.userFacingName(input)).toBe('string');
      }
    }
  });

  it.each([
    ['Read', { file_path: 'src/a.ts', offset: 5, limit: 10 }, 'Read', 'src/a.ts (lines 5–14)'],
    ['Edit', { file_path: 'src/a.ts' }, 'Edit', 'src/a.ts'],
    ['Write', { file_path: 'src/a.ts' }, 'Write', 'src/a.ts'],
    ['NotebookEdit', { notebook_path: 'a.ipynb', cell_id: 'c1', edit_mode: 'delete' }, 'Delete cell', 'a.ipynb (cell c1)'],
    ['NotebookEdit', { notebook_path: 'a.ipynb', cell_id: 'c1', edit_mode: 'insert' }, 'Insert cell', 'a.ipynb (after cell c1)'],
    ['Glob', { pattern: '*.ts', path: 'src' }, 'Find files', '*.ts in src'],
    ['Grep', { pattern: 'x', path: 'src', glob: '*.ts' }, 'Search', 'x in src *.ts'],
    ['Bash', { command: 'npm test' }, 'Run', 'npm test'],
    ['TodoWrite', EXAMPLES['TodoWrite'] ?? {}, 'Update tasks', '1 task'],
    ['TaskUpdate', { taskId: '2', status: 'in_progress', addBlockedBy: ['1'] }, 'Update task', '#2 in progress'],
    ['TaskUpdate', { taskId: '3', addBlockedBy: ['1', '2'], addBlocks: ['4'] }, 'Update task', '#3 blocked by #1, #2, blocks #4'],
  ])('%s %j', (name, input, title, summary) => {
    expect(session.tool(name).present({ stage: 'input', input })).toMatchObject({ title, summary });
  });

  it('shows paths in the project relative to it', () => {
    const file = `${session.project}/src/a.ts`;
    expect(session.tool('Read').present({ stage: 'input', input: { file_path: file } }).summary).toBe('src/a.ts');
    expect(session.tool('Read').present({ stage: 'input', input: { file_path: '/etc/hosts' } }).summary).toBe('/etc/hosts');
  });

  it.each([
    ['Read', { file_path: 'f.txt' }, '2 lines'],
    ['Grep', { pattern: 'a', output_mode: 'content' }, '1 line'],
    ['Grep', { pattern: 'a' }, '1 file'],
    ['Grep', { pattern: 'a', output_mode: 'count' }, '1 match'],
    ['Glob', { pattern: '*.txt' }, '1 file'],
    ['Bash', { command: 'cat f.txt' }, '2 lines'],
    ['Bash', { command: 'true' }, 'done'],
    ['Write', { file_path: 'new.txt', content: 'x\n' }, 'created, 1 line'],
  ])('the result of %s %j', async (name, input, outcome) => {
    const fresh = new SessionFixture();
    try {
      fresh.write('f.txt', 'a\nb\n');
      const { result } = await fresh.call(name, input);
      const view = fresh.tool(name).present({ stage: 'result', input, output: result?.data, details: result?.details });
      expect(toolViewSchema.parse(view).outcome).toBe(outcome);
    } finally {
      await fresh.dispose();
    }
  });
});

describe('TodoWrite', () => {
  it('stores the list in the session’s state, without asking', async () => {
    const todos = [
      { content: 'Run the tests', status: 'completed', activeForm: 'Running the tests' },
      { content: 'Fix it', status: 'in_progress', activeForm: 'Fixing it' },
    ];
    const tool = session.tool('TodoWrite');
    expect(await tool.checkPermissions(tool.inputSchema.parse({ todos }), session.context)).toEqual({ behavior: 'allow' });
    const result = await session.call('TodoWrite', { todos });
    expect(result.isError).toBe(false);
    expect(session.state.todos).toEqual(todos);
    expect(tool.present({ stage: 'input', input: { todos } })).toMatchObject({
      summary: 'Fixing it',
      outcome: '1 of 2 done',
      detail: { type: 'todos', todos },
    });
  });
});

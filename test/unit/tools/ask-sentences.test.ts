import { afterAll, describe, expect, it } from 'vitest';
import { makeAskCard } from '#main/permission/ask-card.ts';
import type { Tool } from '#main/tool/tool.ts';
import { decisionTo } from '../gate/scripted-engine.ts';
import { SessionFixture } from './session-fixture.ts';
import { EXAMPLES, FIELDS } from './tool-inputs.ts';

const session = new SessionFixture();
afterAll(() => session.dispose());

async function sentence(tool: Tool, input: Readonly<Record<string, unknown>>): Promise<string> {
  const card = await makeAskCard({ tool, callId: 'c', input, context: session.context, decision: decisionTo('ask') });
  return card.sentence;
}

const SENTENCES: Readonly<Record<string, string>> = {
  Agent: 'wants to start another agent',
  AskUserQuestion: 'wants to ask you something',
  Bash: 'wants to run a command',
  Config: 'wants to change your setting model',
  CronCreate: 'wants to schedule a prompt',
  CronDelete: 'wants to remove the scheduled prompt a',
  CronList: 'wants to list what it has scheduled',
  Edit: 'wants to edit f',
  EnterPlanMode: 'wants to plan first, and change nothing until you accept the plan',
  EnterWorktree: 'wants to work in a new worktree',
  ExitPlanMode: 'wants to propose a plan',
  ExitWorktree: 'wants to leave the worktree',
  Glob: 'wants to find files *',
  Grep: 'wants to search for x',
  LSP: 'wants to ask a language server about f.ts',
  Monitor: 'wants to run a command and watch what it prints',
  NotebookEdit: 'wants to edit f.ipynb',
  PowerShell: 'wants to run a command',
  PushNotification: 'wants to show a notification',
  REPL: 'wants to run a script',
  Read: 'wants to read f',
  RemoteTrigger: 'wants to list its triggers',
  ReportFindings: 'wants to report findings',
  ScheduleWakeup: 'wants to schedule when it continues',
  SendMessage: 'wants to send a message to a',
  Skill: 'wants to use the skill review',
  Sleep: 'wants to wait for 5 s',
  TaskCreate: 'wants to change its task list',
  TaskGet: 'wants to read its task list',
  TaskList: 'wants to read its task list',
  TaskOutput: 'wants to read the output of the task b1',
  TaskStop: 'wants to stop the task b1',
  TaskUpdate: 'wants to change its task list',
  TeamCreate: 'wants to form the team t',
  TeamDelete: 'wants to end its team',
  TodoWrite: 'wants to change its task list',
  ToolSearch: 'wants to load more tools',
  WebBrowser: 'wants to read the page in the browser',
  WebFetch: 'wants to reach https://example.com/',
  WebSearch: 'wants to search the web for node',
  Workflow: 'wants to run the workflow look',
  Write: 'wants to create f',
};

describe('the sentence of a card', () => {
  it('reads as English for every tool', async () => {
    const sentences = await Promise.all(
      session.tools.map(async (tool) => [tool.name, await sentence(tool, EXAMPLES[tool.name] ?? {})] as const),
    );
    expect(Object.fromEntries(sentences)).toEqual(SENTENCES);
  });

  it.each([
    ['ExitWorktree', { action: 'remove' }, 'wants to remove the worktree'],
    ['ExitWorktree', { action: 'remove', discard_changes: true }, 'wants to remove the worktree with its changes'],
    ['EnterWorktree', { path: '.claude/worktrees/a' }, 'wants to work in the worktree .claude/worktrees/a'],
    ['NotebookEdit', { notebook_path: 'f.ipynb', edit_mode: 'delete', cell_id: 'c', new_source: '' }, 'wants to delete a cell of f.ipynb'],
    ['Grep', { pattern: 'x', path: '/etc' }, 'wants to search for x in /etc'],
    ['Config', { setting: 'model' }, 'wants to read your setting model'],
    ['WebBrowser', { action: 'navigate', url: 'https://example.com/' }, 'wants to open https://example.com/ in the browser'],
    ['ScheduleWakeup', { stop: true }, 'wants to remove its scheduled wakeup'],
  ])('%s %j', async (name, input, expected) => {
    expect(await sentence(session.tool(name), input)).toBe(expected);
  });

  it('is one line for any input', async () => {
    const odd = [undefined, null, 7, 'a\nb\r\nc', 'x'.repeat(10_000), ['a'], { a: 1 }];
    for (const tool of session.tools)
      for (const value of odd) {
        const fields = [...(FIELDS[tool.name]?.required ?? []), ...(FIELDS[tool.name]?.optional ?? [])];
        const text = await sentence(tool, Object.fromEntries(fields.map((field) => [field, value])));
        expect(text).toMatch(/^wants to .{1,400}$/u);
      }
  });

  it('names the tool when it can’t say what it wants', async () => {
    const broken: Tool = {
      ...session.tool('Sleep'),
      wantsTo: () => {
        throw new Error('never mind');
      },
    };
    expect(await sentence(broken, { seconds: 5 })).toBe('wants to use Sleep');
  });
});

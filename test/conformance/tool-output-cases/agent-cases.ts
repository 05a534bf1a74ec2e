import { expect } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import type { ToolCase } from './tool-case.ts';

const TASK = { description: 'Find it', prompt: 'Find the parser' };
const REPORT = { blocks: [text('It is in a.ts.')] };
const TEAMS = { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' };
const QUESTION = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'Warm', preview: '#f00' },
    { label: 'Blue', description: 'Cold' },
  ],
};

/** Agents, people, modes and tools themselves. */
export const agentCases: readonly ToolCase[] = [
  {
    tool: 'Agent',
    input: TASK,
    model: [REPORT],
    output: { status: 'completed', agentType: 'general-purpose', prompt: TASK.prompt, content: [{ type: 'text', text: 'It is in a.ts.' }] },
    worst: [
      {},
      { ...TASK, prompt: ' ' },
      { ...TASK, subagent_type: '__proto__' },
      { ...TASK, isolation: 'remote' },
      { ...TASK, name: '../x' },
    ],
  },
  {
    tool: 'Agent',
    input: { ...TASK, run_in_background: true },
    model: [REPORT],
    output: { status: 'async_launched', description: TASK.description, prompt: TASK.prompt },
    worst: [],
  },
  {
    tool: 'SendMessage',
    before: [['Agent', { ...TASK, name: 'finder' }]],
    input: { to: 'finder', message: 'Look again' },
    model: [REPORT],
    output: { agentId: expect.any(String) },
    worst: [
      { to: 'nobody', message: 'x' },
      { to: 'finder', message: ' ' },
      { to: '__proto__', message: 'x' },
    ],
  },
  {
    tool: 'TeamCreate',
    env: TEAMS,
    input: { team_name: 'Search', description: 'Finds the parser' },
    output: { team_name: 'Search', lead_agent_id: 'main' },
    worst: [{}, { team_name: '' }, { team_name: '../x' }, { team_name: 'x'.repeat(5000) }, { team_name: 'Second' }],
  },
  {
    tool: 'TeamDelete',
    env: TEAMS,
    before: [['TeamCreate', { team_name: 'Search' }]],
    input: {},
    output: { success: true, message: 'The team “Search” was deleted.', team_name: 'Search' },
    worst: [{}, { team_name: 'Search' }],
  },
  {
    tool: 'AskUserQuestion',
    input: { questions: [QUESTION], metadata: { source: 'setup' } },
    answer: { type: 'answer_questions', answers: { 'Which colour?': 'Red' } },
    output: { answers: { 'Which colour?': 'Red' }, annotations: { 'Which colour?': { preview: '#f00' } } },
    worst: [{}, { questions: [] }, { questions: [{ ...QUESTION, options: [] }] }, { questions: [QUESTION, QUESTION] }],
  },
  {
    tool: 'EnterPlanMode',
    input: {},
    output: { message: expect.any(String) },
    worst: [{}, { extra: 1 }],
  },
  {
    tool: 'ExitPlanMode',
    before: [['EnterPlanMode', {}]],
    input: { plan: '# Rename it' },
    answer: { type: 'accept_plan', mode: 'before', clearContext: false },
    output: { plan: '# Rename it', isAgent: false, planWasEdited: false },
    worst: [{ plan: '' }, { plan: 'x'.repeat(1_000_000) }],
  },
  {
    tool: 'EnterWorktree',
    isRepository: true,
    input: { name: 'side' },
    output: { worktreePath: expect.stringMatching(/side$/u), message: expect.any(String) },
    worst: [{ name: '../x' }, { name: '--force' }, { path: '/' }, { name: 'a', path: 'b' }, { name: 'x'.repeat(5000) }],
  },
  {
    tool: 'ExitWorktree',
    isRepository: true,
    before: [['EnterWorktree', { name: 'side' }]],
    input: { action: 'keep' },
    output: { action: 'keep', worktreePath: expect.stringMatching(/side$/u), message: expect.any(String) },
    worst: [{}, { action: 'delete' }, { action: 'remove', discard_changes: true }],
  },
  {
    tool: 'Skill',
    files: { '.claude/skills/fix/SKILL.md': 'Fix issue $0.' },
    input: { skill: 'fix', args: '12' },
    output: { success: true, commandName: 'fix', status: 'inline' },
    worst: [{}, { skill: '' }, { skill: '../fix' }, { skill: '__proto__' }, { skill: 'x'.repeat(100_000) }, { skill: 'fix', extra: 1 }],
  },
  {
    tool: 'Skill',
    files: { '.claude/skills/look/SKILL.md': '---\ncontext: fork\n---\nLook at it.' },
    input: { skill: 'look' },
    model: [REPORT],
    output: { success: true, commandName: 'look', status: 'forked', agentId: expect.any(String), result: 'It is in a.ts.' },
    worst: [],
  },
  {
    tool: 'Workflow',
    input: { script: 'export const meta = { name: "look", description: "Looks" }; return args.n + 1', args: { n: 1 } },
    output: { status: 'async_launched', taskType: 'local_workflow', workflowName: 'look', summary: 'Looks', runId: expect.any(String) },
    worst: [
      {},
      { script: '' },
      { script: 'export const meta = { name: "x", description: "y" }; for (;;) {}' },
      { script: `export const meta = { name: "x", description: "y" }; ${'('.repeat(50_000)}` },
      { name: '__proto__' },
      { scriptPath: '/etc/passwd' },
      { scriptPath: '/dev/zero' },
      { resumeFromRunId: '__proto__' },
      { script: 'export const meta = {};', extra: 1 },
    ],
  },
  {
    tool: 'ToolSearch',
    env: { ENABLE_TOOL_SEARCH: 'true' },
    input: { query: 'select:Read' },
    output: { matches: [], query: 'select:Read', total_deferred_tools: expect.any(Number) },
    worst: [{ query: '' }, { query: 'x'.repeat(5000) }, { query: '+ + +' }, { query: 'select:__proto__', max_results: 1e9 }],
  },
];

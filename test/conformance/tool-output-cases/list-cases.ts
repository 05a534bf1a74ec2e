import { expect } from 'vitest';
import type { ToolCase } from './tool-case.ts';

const LONG = 'x'.repeat(200_000);
const FINDING = { file: 'a.ts', line: 3, summary: 'Wrong sign', failure_scenario: 'A negative number' };
const FIRST_TASK = ['TaskCreate', { subject: 'Run the tests', description: 'All of them' }] as const;

/** The lists that the model keeps: of its steps, of tasks, of findings, of schedules. */
export const listCases: readonly ToolCase[] = [
  {
    tool: 'TodoWrite',
    env: { CLAUDE_CODE_ENABLE_TASKS: '0' },
    input: { todos: [{ content: 'Run the tests', status: 'in_progress', activeForm: 'Running the tests' }] },
    output: { oldTodos: [], newTodos: [{ content: 'Run the tests', status: 'in_progress', activeForm: 'Running the tests' }] },
    worst: [{}, { todos: 'none' }, { todos: [] }, { todos: [{ content: '', status: 'done', activeForm: '' }] }],
  },
  {
    tool: 'TaskCreate',
    input: { subject: 'Run the tests', description: 'All of them' },
    output: { task: { id: '1', subject: 'Run the tests' } },
    worst: [{}, { subject: '', description: '' }, { subject: LONG, description: 'd' }, { subject: 's', description: LONG }],
  },
  {
    tool: 'TaskGet',
    before: [FIRST_TASK],
    input: { taskId: '1' },
    output: { task: { id: '1', subject: 'Run the tests', status: 'pending', blocks: [], blockedBy: [] } },
    worst: [{ taskId: '__proto__' }, { taskId: '-1' }, { taskId: LONG }],
  },
  {
    tool: 'TaskUpdate',
    before: [FIRST_TASK],
    input: { taskId: '1', status: 'in_progress' },
    output: { success: true, taskId: '1', updatedFields: ['status'], statusChange: { from: 'pending', to: 'in_progress' } },
    worst: [
      { taskId: '99', status: 'completed' },
      { taskId: '1', addBlockedBy: ['1'] },
      { taskId: '1', metadata: { a: LONG } },
      { taskId: '1', status: 'deleted' },
    ],
  },
  {
    tool: 'TaskList',
    before: [FIRST_TASK],
    input: {},
    output: { tasks: [{ id: '1', subject: 'Run the tests', status: 'pending', blockedBy: [] }] },
    worst: [{ extra: 1 }],
  },
  {
    tool: 'ReportFindings',
    input: { level: 'high', findings: [FINDING] },
    output: { count: 1, level: 'high', findings: [FINDING] },
    worst: [{}, { findings: [{ ...FINDING, line: -1 }] }, { findings: [{ ...FINDING, summary: LONG }] }, { findings: [] }],
  },
  {
    tool: 'CronCreate',
    input: { cron: '0 9 * * 1-5', prompt: 'Look at the build' },
    output: { recurring: true, humanSchedule: expect.any(String) },
    worst: [
      { cron: '', prompt: 'x' },
      { cron: '* * * *', prompt: 'x' },
      { cron: '0 0 31 2 *', prompt: 'x' },
      { cron: '99 * * * *', prompt: 'x' },
      { cron: '0 9 * * *', prompt: LONG },
    ],
  },
  {
    tool: 'CronList',
    before: [['CronCreate', { cron: '0 9 * * *', prompt: 'Look at the build' }]],
    input: {},
    output: { jobs: [{ cron: '0 9 * * *', prompt: 'Look at the build' }] },
    worst: [{ extra: 1 }],
  },
  {
    tool: 'CronDelete',
    before: [['CronCreate', { cron: '0 9 * * *', prompt: 'Look at the build' }]],
    input: ([created]) => ({ id: Object(created?.tool_response).id }),
    output: { id: expect.any(String) },
    worst: [{ id: '' }, { id: '__proto__' }, { id: LONG }],
  },
  {
    tool: 'ScheduleWakeup',
    input: { delaySeconds: 3000, reason: 'The build takes long', prompt: 'Look at the build' },
    output: { clampedDelaySeconds: 3000, wasClamped: false },
    worst: [{}, { delaySeconds: -1, reason: 'r', prompt: 'p' }, { delaySeconds: 1e12, reason: 'r', prompt: 'p' }, { stop: true }],
  },
  {
    tool: 'Sleep',
    input: { seconds: 0.01 },
    output: { wokenBy: 'time' },
    worst: [{ seconds: 0 }, { seconds: -1 }, { seconds: 1e9 }],
  },
  {
    tool: 'Config',
    input: { setting: 'model', value: 'opus' },
    output: { success: true, operation: 'set', setting: 'model', newValue: 'opus' },
    worst: [
      {},
      { setting: '__proto__' },
      { setting: 'permissions.allow', value: 'Bash' },
      { setting: 'model', value: LONG },
      { setting: 'model' },
    ],
  },
  {
    tool: 'PushNotification',
    input: { message: 'The tests\u202E are\ndone.' },
    output: { message: 'The tests are done.', pushSent: false, localSent: true, sentAt: expect.any(String) },
    worst: [
      {},
      { message: '' },
      { message: '\u202E \n' },
      { message: LONG },
      { message: 'x'.repeat(1999) },
      { message: 'x', status: 'urgent' },
    ],
  },
  {
    tool: 'RemoteTrigger',
    before: [['RemoteTrigger', { action: 'create', body: { name: 'Build', prompt: 'Look at the build.' } }]],
    input: { action: 'list' },
    output: { status: 200, json: expect.stringContaining('"name":"Build"'), summary: '1 trigger' },
    worst: [
      {},
      { action: 'get' },
      { action: 'get', trigger_id: '__proto__' },
      { action: 'create', body: { name: 'x', prompt: LONG } },
      { action: 'create', body: { name: 'a\u202Eb', prompt: 'x' } },
      { action: 'create_webhook_trigger', body: { name: 'x', prompt: 'y', token: 'mine' } },
      { action: 'update', trigger_id: 'x', body: { keyDigest: 'mine' } },
      { action: 'list_runs', trigger_id: 'x', cursor: '-1' },
      { action: 'get_run_log', session_id: '../../etc/passwd' },
    ],
  },
];

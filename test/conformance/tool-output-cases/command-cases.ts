import { expect } from 'vitest';
import { z } from 'zod';
import type { HeardCall, Input, ToolCase } from './tool-case.ts';

const IN_BACKGROUND = ['Bash', { command: 'sleep 600', run_in_background: true }] as const;

/** The task that an earlier call put in the background. */
function taskOf(earlier: readonly HeardCall[]): Input {
  const started = earlier.find(({ tool_name }) => tool_name === 'Bash');
  return { task_id: z.object({ backgroundTaskId: z.string() }).parse(started?.tool_response).backgroundTaskId };
}

const WORST_IDS = ['', '../x', '__proto__', 'a'.repeat(5000)];

export const commandCases: readonly ToolCase[] = [
  {
    tool: 'REPL',
    env: { CLAUDE_CODE_REPL: '1' },
    files: { 'a.txt': 'one' },
    input: { code: 'console.log("hello");\nconst { file } = await Read({ file_path: "a.txt" });\nfile.content' },
    output: { result: 'one', output: 'hello', calls: [{ tool: 'Read', outcome: 'done' }] },
    worst: [
      {},
      { code: '' },
      { code: 'const' },
      { code: 'x'.repeat(300_000) },
      { code: 'await import("fs")' },
      { code: 'throw undefined' },
      { code: 'this.constructor.constructor("return process")()' },
      { code: 'for (;;);', timeout: 100 },
      { code: 'await Bash({ command: "exit 3" })' },
      { code: 'await Agent({})' },
      { code: '"\\0\\u001b[2J".repeat(200_000)' },
      { code: '1', timeout: -1 },
    ],
  },
  {
    tool: 'Bash',
    input: { command: 'echo out; echo err >&2' },
    output: { stdout: 'out\nerr', stderr: '', interrupted: false },
    worst: [
      { command: '' },
      { command: '\0' },
      { command: 'x'.repeat(200_000) },
      { command: String.raw`printf '\033]0;title\007\033[2J\r\n\b\000'` },
      { command: 'exit 3' },
      { command: 'kill -KILL $$' },
      { command: 'echo a', timeout: -1 },
      { command: 'unbalanced "' },
      { command: String.raw`printf '\211PNG\r\n\032\nnot an image'` },
    ],
  },
  {
    tool: 'Bash',
    input: { command: 'grep nothing /dev/null' },
    output: { stdout: '', returnCodeInterpretation: 'No matches found' },
    worst: [],
  },
  {
    tool: 'Bash',
    input: { command: 'seq 1 200000' },
    output: { persistedOutputPath: expect.stringMatching(/tool-results/u), persistedOutputSize: 1_288_895 },
    worst: [],
  },
  {
    tool: 'Bash',
    input: { command: 'git init -q -b main r && git -C r -c user.name=n -c user.email=n@example.com commit --allow-empty -m first' },
    output: { gitOperation: { commit: { kind: 'committed', branch: 'main', sha: expect.stringMatching(/^[\da-f]+$/u) } } },
    worst: [],
  },
  {
    tool: 'Bash',
    input: { command: 'cd . && sleep 600', run_in_background: true },
    output: { backgroundTaskId: expect.any(String), backgroundCwdHint: 'The next command starts where this one did.' },
    worst: [],
  },
  {
    tool: 'Bash',
    input: { command: 'mkdir made' },
    output: { stdout: '', noOutputExpected: true },
    worst: [],
  },
  {
    tool: 'PowerShell',
    programs: { pwsh: '#!/bin/sh\necho "$1"\n' },
    env: { CLAUDE_CODE_USE_POWERSHELL_TOOL: '1' },
    input: { command: 'Write-Output "hi"' },
    output: { stdout: '-NoLogo', stderr: '', interrupted: false },
    worst: [{ command: '' }, { command: '\0' }, { command: 'x'.repeat(50_000) }],
  },
  {
    tool: 'TaskStop',
    before: [IN_BACKGROUND],
    input: taskOf,
    output: { task_type: 'command', command: 'sleep 600', message: expect.stringContaining('Stopped') },
    worst: [{}, ...WORST_IDS.map((task_id) => ({ task_id }))],
  },
  {
    tool: 'TaskOutput',
    before: [['Bash', { command: 'echo hi', run_in_background: true }]],
    input: taskOf,
    output: { retrieval_status: 'success', task: { status: 'completed', output: 'hi\n' } },
    worst: [{}, ...WORST_IDS.map((task_id) => ({ task_id, block: false }))],
  },
  {
    tool: 'Monitor',
    input: { description: 'Ticks', command: 'echo tick', timeout_ms: 1000 },
    output: { timeoutMs: 1000 },
    worst: [
      { description: '', command: 'ls' },
      { description: 'd', command: '' },
      { description: 'd', command: '\0' },
      { description: 'd', command: 'ls', timeout_ms: -5 },
      { description: 'd' },
      { description: 'd', ws: { url: 'http://127.0.0.1/' } },
      { description: 'd', ws: { url: 'ws://127.0.0.1:9/', protocols: ['not a token'] } },
      { description: 'd', ws: { url: `ws://${'a'.repeat(5000)}/` } },
      { description: 'd', command: 'ls', ws: { url: 'ws://127.0.0.1:9/' } },
    ],
  },
];

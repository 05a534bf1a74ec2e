import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { hook, json } from '../unit/cli/hook-settings.ts';
import { CliFixture } from '../unit/cli/run-cli.ts';
import { shapeMismatch } from './output-shape.ts';

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];

const shapes = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(readFileSync(new URL('data/tool-outputs.json', import.meta.url), 'utf8')));
const heardSchema = z.object({ tool_name: z.string(), tool_response: z.unknown() });

const TASK = { description: 'Find it', prompt: 'Find the parser' };
const NOTEBOOK = JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 });
const WORKFLOW = 'export const meta = { name: "look", description: "Looks" }; return 1';

/** All that a run offers without servers but one for searches, in an order in which each can succeed. A script can't know the IDs that calls return. */
const CALLS: readonly Call[] = [
  ['Read', { file_path: 'a.txt' }],
  ['Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }],
  ['Write', { file_path: 'b.txt', content: 'x\n' }],
  ['Read', { file_path: 'n.ipynb' }],
  ['NotebookEdit', { notebook_path: 'n.ipynb', new_source: '1', cell_type: 'code', edit_mode: 'insert' }],
  ['Glob', { pattern: '*.txt' }],
  ['Grep', { pattern: 'two' }],
  ['Bash', { command: 'echo out' }],
  ['Bash', { command: 'true', run_in_background: true }],
  ['Sleep', { seconds: 0.01 }],
  ['TaskCreate', { subject: 'Test', description: 'Run the tests' }],
  ['TaskGet', { taskId: '1' }],
  ['TaskUpdate', { taskId: '1', status: 'in_progress' }],
  ['TaskList', {}],
  ['TeamCreate', { team_name: 'Search' }],
  ['TeamDelete', {}],
  ['Agent', { ...TASK, name: 'finder' }],
  ['SendMessage', { to: 'finder', message: 'Look again' }],
  ['Workflow', { script: WORKFLOW }],
  ['CronCreate', { cron: '0 9 * * *', prompt: 'Run the tests' }],
  ['CronList', {}],
  ['ScheduleWakeup', { delaySeconds: 600, reason: 'The build runs', prompt: 'Look at the build' }],
  ['Skill', { skill: 'fix', args: '12' }],
  ['ReportFindings', { findings: [] }],
  ['Config', { setting: 'model' }],
  ['WebSearch', { query: 'node lts' }],
  ['EnterWorktree', { name: 'side' }],
  ['ExitWorktree', { action: 'keep' }],
];
const REFUSED: readonly Call[] = [
  ['CronDelete', { id: '00000000' }],
  ['TaskOutput', { task_id: 'none' }],
  ['TaskStop', { task_id: 'none' }],
];

it('a script runs every tool without a window, and hooks get the published output', async () => {
  using cli = new CliFixture({ 'a.txt': 'one\n', 'n.ipynb': NOTEBOOK, '.claude/skills/fix/SKILL.md': 'Fix issue $0.' });
  execFileSync('git', ['init', '-q'], { cwd: cli.projectDir });
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  execFileSync('git', ['add', '.'], { cwd: cli.projectDir });
  execFileSync('git', [...identity, 'commit', '-qm', 'first'], { cwd: cli.projectDir });
  const script = join(cli.root, 'script.json');
  const done = { blocks: [{ type: 'text', text: 'Done.' }] };
  const turns = [...CALLS, ...REFUSED].map(([name, input]) => ({ blocks: [{ type: 'tool_use', name, input }] }));
  writeFileSync(script, JSON.stringify({ model: 'scripted', turns: [...turns, done], agents: [{ turns: [done, done] }] }));
  const found = JSON.stringify({ results: [{ title: 'Node.js 24', url: 'https://nodejs.org/', content: 'The LTS release' }] });
  const searches = createServer((_request, response) => response.end(found)).listen(0, '127.0.0.1');
  await once(searches, 'listening');
  const { port } = z.object({ port: z.number() }).parse(searches.address());
  const note = hook(`cat >> '${join(cli.root, 'heard.jsonl')}'; echo >> '${join(cli.root, 'heard.jsonl')}'`);
  const settings = JSON.stringify({
    hooks: { PostToolUse: [{ hooks: [note] }] },
    gatehouse: { searchServer: `http://127.0.0.1:${String(port)}/search` },
  });
  const allowed = [...new Set(CALLS.map(([tool]) => tool))].join(',');
  const { code, lines } = await cli.run(
    [
      'run',
      '--project',
      cli.projectDir,
      '--prompt',
      'go',
      '--trust',
      '--script',
      script,
      '--settings',
      settings,
      '--allowed-tools',
      allowed,
      ...json,
    ],
    { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' },
  );
  searches.closeAllConnections();
  searches.close();
  expect(code).toBe(0);
  const heard = readFileSync(join(cli.root, 'heard.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => heardSchema.parse(JSON.parse(line)));
  expect(heard.map(({ tool_name }) => tool_name)).toEqual(CALLS.map(([tool]) => tool));
  for (const { tool_name, tool_response } of heard)
    if (tool_name in shapes) expect([tool_name, shapeMismatch(shapes[tool_name], tool_response)]).toEqual([tool_name, undefined]);
  const results = JSON.stringify(lines.filter(({ type }) => type === 'user'));
  expect(results).not.toContain('No such tool available');
  expect(results).toContain('This run ends with your answer: nothing starts before someone opens the session in a window.');
});

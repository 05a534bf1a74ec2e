/** What a prompt cache can't reuse of each request, over a long conversation of mixed calls: it must not grow with the conversation. */
import { MessagesServer } from '../support/messages-server.ts';
import { text, toolUse, type Answer } from '../support/messages-answer.ts';
import { PrefixCache } from '../support/prefix-cache.ts';
import { BenchProject } from './support/bench-project.ts';
import { printGoals } from './support/goal-table.ts';
import { gatehouse } from './support/programs.ts';
import { median } from './support/statistics.ts';
import { spawn } from 'node:child_process';

const TURNS = 200;
const PART = 50;

using project = new BenchProject();
const answer = (turn: number): Answer => ({
  blocks: Array.from({ length: turn % 4 === 0 ? 12 : 1 }, (_, at) =>
    toolUse(`toolu_${1000 + turn}_${10 + at}`, 'Bash', { command: `echo turn ${1000 + turn} call ${10 + at}` }),
  ),
});
await using server = await MessagesServer.start(...Array.from({ length: TURNS }, (_, turn) => answer(turn)), { blocks: [text('Done.')] });
const [file = '', ...args] = gatehouse(project).command;
const child = spawn(file, args, {
  cwd: project.projectDir,
  env: {
    PATH: process.env['PATH'],
    HOME: project.root,
    SHLVL: '1',
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'bench',
    ...gatehouse(project).env,
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const code = await new Promise((resolve) => child.once('close', resolve));
if (code !== 0 || server.requests.length !== TURNS + 1) throw new Error(`gatehouse run ended with ${String(code)}.`);

const cache = new PrefixCache();
const fresh = server.requests.map(({ body }) => cache.take(body).freshChars);
const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
const body = server.requests.at(-1)?.text.length ?? 0;
printGoals(`Characters of a request that a prompt cache can't reuse, ${TURNS} turns; the last request has ${body}`, [
  { name: 'last 50 turns, mean', figure: mean(fresh.slice(-PART)), goal: mean(fresh.slice(1, PART + 1)) * 1.05, baselines: {} },
  { name: 'all turns, median', figure: median(fresh.slice(1)), goal: 2000, baselines: {} },
]);

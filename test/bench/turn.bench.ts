/** What a turn costs beside the model: from the end of an answer to the next request, against the bare SDK loop in the same run. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { printTable, type Measurement } from './measure.ts';
import { TurnServer, type BenchCall } from './support/turn-server.ts';

const TURNS = 40;
const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bench-turn-')));
const projectDir = join(root, 'project');
for (let at = 0; at < 325; at += 1) {
  const dir = join(projectDir, `d${at % 13}`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, `f${at}.ts`), `export const value${at} = ${at};\n`.repeat(40));
}
const file = (at: number): string => join(projectDir, `d${at % 13}`, `f${at}.ts`);

const times = (count: number, call: (at: number) => BenchCall): BenchCall[] => Array.from({ length: count }, (_, at) => call(at));
const scenarios: Readonly<Record<string, BenchCall[]>> = {
  '1 Read': times(1, (at) => ({ name: 'Read', input: { file_path: file(at) } })),
  '1 Bash true': times(1, () => ({ name: 'Bash', input: { command: 'true' } })),
  '1 Grep': times(1, () => ({ name: 'Grep', input: { pattern: 'value77' } })),
  '10 Reads': times(10, (at) => ({ name: 'Read', input: { file_path: file(at) } })),
  '10 Greps': times(10, (at) => ({ name: 'Grep', input: { pattern: `value1${at}` } })),
};

const gatehouse = [join(appRoot, 'out/cli/gatehouse.js'), 'run', '--project', projectDir, '--prompt', 'go'];
const bareLoop = [join(appRoot, 'test/bench/support/bare-loop.ts'), projectDir];

async function measureTurn(
  name: string,
  program: readonly string[],
  calls: readonly BenchCall[],
): Promise<{ turn: Measurement; start: number }> {
  const server = new TurnServer(TURNS, calls);
  const url = await server.start();
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      GATEHOUSE_HOME: join(root, 'state'),
      SHLVL: '1',
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'bench',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  await server.stop();
  if (code !== 0 || server.gaps.length === 0) throw new Error(`${name} ended with ${String(code)}`);
  const gaps = server.gaps.toSorted((a, b) => a - b);
  const at = (share: number): number => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? 0;
  return { turn: { name, median: at(0.5), p95: at(0.95), runs: gaps.length }, start: (server.firstRequest ?? started) - started };
}

try {
  const starts: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  for (const [name, calls] of Object.entries(scenarios)) {
    const bare = await measureTurn('bare SDK loop', bareLoop, calls);
    const ours = await measureTurn('gatehouse run', gatehouse, calls);
    starts.bare.push(bare.start);
    starts.ours.push(ours.start);
    printTable(`A turn with ${name}`, [bare.turn, ours.turn]);
  }
  const start = (name: string, found: readonly number[]): Measurement => {
    const sorted = found.toSorted((a, b) => a - b);
    return { name, median: sorted[Math.floor(sorted.length / 2)] ?? 0, p95: sorted.at(-1) ?? 0, runs: sorted.length };
  };
  printTable('Start to first request', [start('bare SDK loop (from sources)', starts.bare), start('gatehouse run', starts.ours)]);
} finally {
  rmSync(root, { recursive: true, force: true });
}

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { BenchCall } from './bench-call.ts';
import type { BenchProject } from './bench-project.ts';
import type { Program } from './programs.ts';
import { treeMemoryOf } from './tree-memory.ts';
import { TurnServer } from './turn-server.ts';

export interface ProgramRun {
  /** Milliseconds from the end of an answer to the next request, starting with the first turn. */
  readonly gaps: readonly number[];
  /** Milliseconds from the start of the process to its first request. */
  readonly start: number;
  /** Milliseconds from the end of the last answer to the exit of the process. */
  readonly end: number;
  /**
   * CPU milliseconds of the process without its children: until its first request, then for each turn until the next request; empty where
   * the system doesn't report them. Less disturbed by other work on the machine than times.
   */
  readonly cpu: readonly number[];
  /** MiB of the process without its children; `undefined` where the system doesn't report it. */
  readonly peakMemory: number | undefined;
  /** MiB of the process and its children at the last request, shared pages once; `undefined` where the system doesn't report it. */
  readonly treeMemory: number | undefined;
  /** Results of the last turn's calls, in the order of their return. */
  readonly lastResults: () => string[];
  /** The body of the last request. */
  readonly lastRequest: () => string;
}

/** A program that hangs is ended after this time. */
const LIMIT_MS = 300_000;

/** Polling interval of the peak. The system records it, so only the program's last allocations are missed. */
const MEMORY_INTERVAL_MS = 50;

/**
 * Runs `program` to its end against a server whose every answer makes `calls` after `thinkingMs` (default 0).
 * @throws when it fails or stops early.
 */
export async function runProgram(
  program: Program,
  project: BenchProject,
  turns: number,
  calls: readonly BenchCall[],
  thinkingMs = 0,
): Promise<ProgramRun> {
  const used: (number | undefined)[] = [];
  let treeMemory: number | undefined;
  const onArrival = (): void => {
    used.push(cpuTimeOf(child.pid));
    if (used.length === turns + 1) treeMemory = treeMemoryOf(child.pid);
  };
  const { other } = program;
  const server = new TurnServer(turns, other ? calls.map(other.call) : calls, {
    thinkingMs,
    onArrival,
    ...(other && { wire: other.wire }),
  });
  const url = await server.start();
  const [file = '', ...fixed] = program.command;
  const args = [...fixed, ...(other?.args?.(url) ?? [])];
  const started = performance.now();
  const child = spawn(file, args, {
    cwd: project.projectDir,
    env: {
      PATH: process.env['PATH'],
      HOME: project.root,
      SHLVL: '1',
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'bench',
      ...program.env,
      ...other?.env?.(url),
    },
    timeout: LIMIT_MS,
    stdio: ['ignore', 'ignore', other ? 'ignore' : 'inherit'],
  });
  let peakMemory: number | undefined;
  const timer = setInterval(() => (peakMemory = peakMemoryOf(child.pid) ?? peakMemory), MEMORY_INTERVAL_MS);
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const ended = performance.now();
  clearInterval(timer);
  await server.stop();
  const { gaps, firstRequest, lastAnswerEnd } = server;
  if (code !== 0 || firstRequest === undefined || lastAnswerEnd === undefined || gaps.length !== turns)
    throw new Error(`${program.name} ended with ${String(code)} after ${gaps.length} of ${turns} turns.`);
  const cpu = used.map((time, at) => (time ?? Number.NaN) - (at === 0 ? 0 : (used[at - 1] ?? Number.NaN)));
  return {
    gaps,
    start: firstRequest - started,
    end: ended - lastAnswerEnd,
    cpu: cpu.some(Number.isNaN) ? [] : cpu,
    peakMemory,
    treeMemory,
    lastResults: () => server.lastResults(),
    lastRequest: () => server.lastRequest(),
  };
}

/** CPU time that all threads of the process have used so far, in milliseconds. */
function cpuTimeOf(pid: number | undefined): number | undefined {
  const tasks = `/proc/${pid}/task`;
  try {
    const times = readdirSync(tasks).map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ', 1)[0]));
    return times.reduce((sum, time) => sum + time, 0) / 1e6;
  } catch {
    return undefined;
  }
}

function peakMemoryOf(pid: number | undefined): number | undefined {
  try {
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}

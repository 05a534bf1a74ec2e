import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { BenchProject } from './bench-project.ts';
import type { Program } from './programs.ts';
import { TurnServer, type BenchCall } from './turn-server.ts';

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
  /** Results of the last turn's calls, in the order of their return. */
  readonly lastResults: () => string[];
}

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
  const server = new TurnServer(turns, calls, { thinkingMs, onArrival: () => used.push(cpuTimeOf(child.pid)) });
  const url = await server.start();
  const [file = '', ...args] = program.command;
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
    },
    stdio: ['ignore', 'ignore', 'inherit'],
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
    lastResults: () => server.lastResults(),
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

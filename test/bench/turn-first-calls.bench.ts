/** A session's first call of each kind, and the time from the last answer to the exit of the process. */
import { BenchProject } from './support/bench-project.ts';
import { printGoals, timesBare, type GoalRow } from './support/goal-table.ts';
import { bareLoop, gatehouse, type Program } from './support/programs.ts';
import { FASTEST, findReference } from './support/reference.ts';
import { runProgram, type ProgramRun } from './support/run-program.ts';
import { median, quantile } from './support/statistics.ts';
import type { BenchCall } from './support/bench-call.ts';

const RUNS = 9;
/** At once, which no model does, and as fast as a fast model begins its answer. */
const THINKING_MS = [0, 300] as const;
const LAST_TURNS = 3;

using project = new BenchProject();
const CALLS: Readonly<Record<keyof typeof FASTEST.firstCallMs, BenchCall>> = {
  Read: { name: 'Read', input: { file_path: project.file(1) } },
  Bash: { name: 'Bash', input: { command: 'true' } },
  Grep: { name: 'Grep', input: { pattern: 'value11' } },
};

const reference = findReference(project);
const programs: readonly Program[] = [bareLoop(project), gatehouse(project), ...(reference ? [reference] : [])];

/** One list per program. Programs alternate, so that load changes affect all of them. */
async function measure(turns: number, call: BenchCall, thinkingMs: number, figure: (run: ProgramRun) => number): Promise<number[][]> {
  const found: number[][] = programs.map(() => []);
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [at, program] of programs.entries()) {
      const value = figure(await runProgram(program, project, turns, [call], thinkingMs));
      // The first run reads everything from disk.
      if (run > 0) found[at]?.push(value);
    }
  }
  return found;
}

function row(name: string, [floor = [], ours = [], theirs]: readonly number[][], goal: number): GoalRow {
  return {
    name,
    figure: median(ours),
    goal,
    baselines: {
      p95: quantile(ours, 0.95),
      'bare SDK loop': median(floor),
      '× bare': timesBare(ours, floor),
      ...(reference && { [reference.name]: median(theirs ?? []) }),
    },
  };
}

const rows: GoalRow[] = [];
for (const name of ['Read', 'Bash', 'Grep'] as const) {
  for (const thinkingMs of THINKING_MS) {
    const found = await measure(1, CALLS[name], thinkingMs, ({ gaps: [gap = Number.NaN] }) => gap);
    rows.push(row(`${name}, answer after ${thinkingMs} ms`, found, FASTEST.firstCallMs[name]));
  }
}
printGoals(`A session’s first call, ms from the answer to the next request: median of ${RUNS}; goal: the fastest other agent’s`, rows);

const ends = await measure(LAST_TURNS, CALLS.Bash, 0, ({ end }) => end);
printGoals(`From the last answer to the exit, ms: median of ${RUNS}; goal: the fastest other agent’s`, [
  row('gatehouse run', ends, FASTEST.exitMs),
]);

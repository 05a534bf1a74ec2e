/** From the start of the process to its first request. */
import { BenchProject } from './support/bench-project.ts';
import { cpuColumns, printGoals, timesBare } from './support/goal-table.ts';
import { bareLoop, gatehouse, type Program } from './support/programs.ts';
import { findReference, PUBLISHED } from './support/reference.ts';
import { runProgram } from './support/run-program.ts';
import { median, quantile } from './support/statistics.ts';

const RUNS = 15;

using project = new BenchProject();
const reference = findReference(project);
const programs = [bareLoop(project), gatehouse(project), ...(reference ? [reference] : [])];
const starts = new Map<Program, number[]>(programs.map((program) => [program, []]));
const cpu = programs.map((): number[] => []);
// Alternating, so that load changes affect all of them.
for (let run = 0; run <= RUNS; run += 1) {
  for (const [at, [program, found]] of [...starts].entries()) {
    const { start, cpu: used } = await runProgram(program, project, 0, []);
    // The first run reads everything from disk.
    if (run === 0) continue;
    found.push(start);
    cpu[at]?.push(...used.slice(0, 1));
  }
}
const [floor = [], ours = [], theirs] = [...starts.values()];
const compared = theirs ? median(theirs) : PUBLISHED.startMs;
printGoals(`Start to first request, ms: median of ${RUNS}; goal: the bare loop’s`, [
  {
    name: 'gatehouse run',
    figure: median(ours),
    goal: median(floor),
    baselines: {
      p95: quantile(ours, 0.95),
      'bare SDK loop': median(floor),
      '× bare': timesBare(ours, floor),
      ...cpuColumns(cpu[1] ?? [], cpu[0] ?? []),
      [reference?.name ?? 'published']: compared,
    },
  },
]);

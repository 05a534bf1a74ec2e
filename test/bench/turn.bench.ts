/** The cost of a turn without the model: from the end of an answer to the next request, after two warm-up turns; beside the bare loop’s. */
import { printTable } from './measure.ts';
import { BenchProject } from './support/bench-project.ts';
import { measureFloors } from './support/floors.ts';
import { cpuColumns, printGoals, timesBare, type GoalRow } from './support/goal-table.ts';
import { bareLoop, gatehouse, type Program } from './support/programs.ts';
import { findReference, PUBLISHED } from './support/reference.ts';
import { runProgram } from './support/run-program.ts';
import { median, quantile } from './support/statistics.ts';
import type { BenchCall } from './support/bench-call.ts';

const TURNS = 42;
const WARM_UP = 2;
/** Programs alternate, so that load changes affect all of them. */
const ROUNDS = 3;

interface Scenario {
  readonly name: keyof typeof PUBLISHED.turn;
  readonly calls: readonly BenchCall[];
  /** The goal, as a fraction of the reference's time or as a multiple of the bare loop's. */
  readonly share?: number;
  readonly timesBare?: number;
}

using project = new BenchProject();
const times = (count: number, call: (at: number) => BenchCall): BenchCall[] => Array.from({ length: count }, (_, at) => call(at));
const read = (at: number): BenchCall => ({ name: 'Read', input: { file_path: project.file(at) } });
const grep = (at: number): BenchCall => ({ name: 'Grep', input: { pattern: `value1${at}` } });
const SCENARIOS: readonly Scenario[] = [
  { name: '1 Read', calls: times(1, read), timesBare: 1.5 },
  { name: '1 Bash true', calls: [{ name: 'Bash', input: { command: 'true' } }], share: 1 / 3 },
  { name: '1 Grep', calls: times(1, grep), share: 1 / 3 },
  { name: '10 Reads', calls: times(10, read), timesBare: 1.5 },
  // Ten `rg` processes alone take more than a third.
  { name: '10 Greps', calls: times(10, grep), share: 1 / 2 },
];

const reference = findReference(project);
printTable('What the system alone needs', await measureFloors(project));
const rows: GoalRow[] = [];
const programs: readonly Program[] = [bareLoop(project), gatehouse(project), ...(reference ? [reference] : [])];
for (const { name, calls, share = Infinity, timesBare: multiple = Infinity } of SCENARIOS) {
  const gaps = new Map<Program, number[]>(programs.map((program) => [program, []]));
  const cpu = programs.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [program, found]] of [...gaps].entries()) {
      const run = await runProgram(program, project, TURNS, calls);
      found.push(...run.gaps.slice(WARM_UP));
      cpu[at]?.push(...run.cpu.slice(1 + WARM_UP));
    }
  }
  const [floor = [], ours = [], measured] = [...gaps.values()];
  const theirs = measured ? median(measured) : PUBLISHED.turn[name];
  rows.push({
    name,
    figure: median(ours),
    goal: Math.min(theirs * share, median(floor) * multiple),
    baselines: {
      p95: quantile(ours, 0.95),
      'bare SDK loop': median(floor),
      '× bare': timesBare(ours, floor),
      ...cpuColumns(cpu[1] ?? [], cpu[0] ?? []),
      [reference?.name ?? 'published']: theirs,
    },
  });
}
printGoals(
  `A turn without the model, ms: median of ${ROUNDS} runs of ${TURNS - WARM_UP}; goal: of Reads 1.5 × the bare loop’s, else a third of Claude Code’s, of 10 Greps half`,
  rows,
);

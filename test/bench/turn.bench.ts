/** The cost of a turn without the model: from the end of an answer to the next request, after two warm-up turns. */
import { printTable } from './measure.ts';
import { BenchProject } from './support/bench-project.ts';
import { measureFloors } from './support/floors.ts';
import { printGoals, type GoalRow } from './support/goal-table.ts';
import { bareLoop, gatehouse, type Program } from './support/programs.ts';
import { findReference, PUBLISHED } from './support/reference.ts';
import { runProgram } from './support/run-program.ts';
import { median, quantile } from './support/statistics.ts';
import type { BenchCall } from './support/turn-server.ts';

const TURNS = 42;
const WARM_UP = 2;
/** Programs alternate, so that load changes affect all of them. */
const ROUNDS = 3;

interface Scenario {
  readonly name: keyof typeof PUBLISHED.turn;
  readonly calls: readonly BenchCall[];
  /** The goal, as a fraction of the reference's time. */
  readonly share: number;
}

using project = new BenchProject();
const times = (count: number, call: (at: number) => BenchCall): BenchCall[] => Array.from({ length: count }, (_, at) => call(at));
const read = (at: number): BenchCall => ({ name: 'Read', input: { file_path: project.file(at) } });
const grep = (at: number): BenchCall => ({ name: 'Grep', input: { pattern: `value1${at}` } });
const SCENARIOS: readonly Scenario[] = [
  { name: '1 Read', calls: times(1, read), share: 1 / 3 },
  { name: '1 Bash true', calls: [{ name: 'Bash', input: { command: 'true' } }], share: 1 / 3 },
  { name: '1 Grep', calls: times(1, grep), share: 1 / 3 },
  { name: '10 Reads', calls: times(10, read), share: 1 / 3 },
  // Ten `rg` processes alone take more than a third.
  { name: '10 Greps', calls: times(10, grep), share: 1 / 2 },
];

const reference = findReference(project);
printTable('What the system alone needs', await measureFloors(project));
const rows: GoalRow[] = [];
const programs: readonly Program[] = [bareLoop(project), gatehouse(project), ...(reference ? [reference] : [])];
for (const { name, calls, share } of SCENARIOS) {
  const gaps = new Map<Program, number[]>(programs.map((program) => [program, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [program, found] of gaps) found.push(...(await runProgram(program, project, TURNS, calls)).gaps.slice(WARM_UP));
  }
  const [floor = [], ours = [], measured] = [...gaps.values()];
  const theirs = measured ? median(measured) : PUBLISHED.turn[name];
  rows.push({
    name,
    figure: median(ours),
    goal: theirs * share,
    baselines: { p95: quantile(ours, 0.95), 'bare SDK loop': median(floor), [reference?.name ?? 'published']: theirs },
  });
}
printGoals(
  `A turn without the model, ms: median of ${ROUNDS} runs of ${TURNS - WARM_UP}; goal: a third of Claude Code’s, of 10 Greps half`,
  rows,
);

/** Gatehouse beside other agents and the bare loop, all with the same scripted model: the figures that a person notices. */
import type { BenchCall } from './support/bench-call.ts';
import { BenchProject } from './support/bench-project.ts';
import { peers } from './support/peers.ts';
import { bareLoop, gatehouse, type Program } from './support/programs.ts';
import { runProgram, type ProgramRun } from './support/run-program.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 5;
/** Turns before a program has warmed up. */
const WARM_UP = 2;
const TURNS = 22;
const MANY_TURNS = 200;

interface Scenario {
  readonly turns: number;
  readonly calls: readonly BenchCall[];
  readonly rounds: number;
  /** In the last request if the calls were carried out. */
  readonly proof: string;
  readonly figures: Readonly<Record<string, (run: ProgramRun) => readonly (number | undefined)[]>>;
}

using project = new BenchProject();
/** Printed by commands, whose own text differs. They are commands that every agent may run in parallel. */
const PROOF = '42nd result';
const command = (before: string): BenchCall => ({ name: 'Bash', input: { command: `${before}echo "42"nd result` } });
const read = (at: number): BenchCall => ({ name: 'Read', input: { file_path: project.file(at) } });
const ten = (call: (at: number) => BenchCall): BenchCall[] => Array.from({ length: 10 }, (_, at) => call(at));
const first = ({ gaps }: ProgramRun): readonly number[] => gaps.slice(0, 1);
const warm = ({ gaps }: ProgramRun): readonly number[] => gaps.slice(WARM_UP);

const SCENARIOS: readonly Scenario[] = [
  {
    turns: 3,
    calls: [command('')],
    rounds: ROUNDS,
    proof: PROOF,
    figures: {
      'start to first request, ms': ({ start }) => [start],
      'first command, ms': first,
      'last answer to exit, ms': ({ end }) => [end],
    },
  },
  { turns: 1, calls: [read(1)], rounds: ROUNDS, proof: 'value1 = 1', figures: { 'first read, ms': first } },
  { turns: TURNS, calls: [read(1)], rounds: 2, proof: 'value1 = 1', figures: { 'one read a turn, ms': warm } },
  { turns: TURNS, calls: ten(read), rounds: 2, proof: 'value9 = 9', figures: { 'ten reads a turn, ms': warm } },
  {
    turns: 3,
    calls: ten(() => command('sleep 1; ')),
    rounds: 1,
    proof: PROOF,
    figures: { 'ten `sleep 1`, ms': ({ gaps }) => gaps.slice(1) },
  },
  {
    turns: MANY_TURNS,
    calls: [read(1)],
    rounds: 1,
    proof: 'value1 = 1',
    figures: { [`memory after ${MANY_TURNS} turns, MiB`]: ({ treeMemory }) => [treeMemory] },
  },
];

/** Throws if the program didn't carry out the calls: its times would mean nothing. */
async function measure(program: Program, { turns, calls, proof }: Scenario): Promise<ProgramRun> {
  const run = await runProgram(program, project, turns, calls);
  if (!run.lastRequest().includes(proof)) throw new Error(`the last results don't contain “${proof}”`);
  return run;
}

let programs: readonly Program[] = [gatehouse(project), bareLoop(project), ...peers(project)];
/** The medians by figure and program. */
const table = new Map<string, Map<Program, number>>();
for (const [index, scenario] of SCENARIOS.entries()) {
  const runs = new Map<Program, ProgramRun[]>();
  // The very first round reads everything from disk.
  const discarded = index === 0 ? 1 : 0;
  // Programs alternate, so that load changes affect all of them.
  for (let round = 0; round < scenario.rounds + discarded; round += 1) {
    for (const program of programs) {
      try {
        const run = await measure(program, scenario);
        if (round >= discarded) runs.set(program, [...(runs.get(program) ?? []), run]);
      } catch (error) {
        process.stdout.write(`${program.name} is left out: ${String(error)}\n`);
        programs = programs.filter((other) => other !== program);
      }
    }
  }
  for (const [name, figure] of Object.entries(scenario.figures)) {
    const row = new Map<Program, number>();
    for (const [program, found] of runs) {
      const values = found.flatMap(figure).filter((value) => value !== undefined);
      if (values.length > 0) row.set(program, median(values));
    }
    table.set(name, row);
  }
}

const columns = [...new Set([...table.values()].flatMap((row) => [...row.keys()]))];
const line = (name: string, cells: readonly string[]): string => `  ${name.padEnd(34)}${cells.map((cell) => cell.padStart(22)).join('')}`;
const rows = [...table].map(([name, row]) =>
  line(
    name,
    columns.map((program) => row.get(program)?.toFixed(1) ?? '–'),
  ),
);
process.stdout.write(
  [
    'Beside other agents, medians',
    line(
      '',
      columns.map(({ name }) => name),
    ),
    ...rows,
  ].join('\n') + '\n\n',
);

/** What a session costs as it grows: peak memory after 20 turns and after 1000, and whether a turn becomes slower. */
import { BenchProject } from './support/bench-project.ts';
import { printGoals, type GoalRow } from './support/goal-table.ts';
import { bareLoop, gatehouse, type Program } from './support/programs.ts';
import { findReference, PUBLISHED } from './support/reference.ts';
import { runProgram, type ProgramRun } from './support/run-program.ts';
import { median, shareGrowth } from './support/statistics.ts';
import type { BenchCall } from './support/bench-call.ts';

const SHORT = 20;
const LONG = 1000;
/** Pairs of long sessions, since the machine's load varies within one. */
const ROUNDS = 3;
/** Growth beyond the minimal loop's, over the long session. MiB. */
const LONG_MEMORY_ALLOWANCE = 40;

using project = new BenchProject();
const reference = findReference(project);
const mixed: BenchCall[] = [
  { name: 'Read', input: { file_path: project.file(1) } },
  { name: 'Bash', input: { command: 'true' } },
  { name: 'Grep', input: { pattern: 'value77' } },
];
const tinyRead: BenchCall[] = [{ name: 'Read', input: { file_path: project.tinyFile } }];
const run = (program: Program, turns: number, calls: BenchCall[]): Promise<ProgramRun> => runProgram(program, project, turns, calls);

const short = { floor: await run(bareLoop(project), SHORT, mixed), ours: await run(gatehouse(project), SHORT, mixed) };
const theirs = (reference && (await run(reference, SHORT, mixed)).peakMemory) ?? PUBLISHED.memoryMib;
const rounds: { floor: ProgramRun; ours: ProgramRun }[] = [];
for (let round = 0; round < ROUNDS; round += 1)
  rounds.push({ floor: await run(bareLoop(project), LONG, tinyRead), ours: await run(gatehouse(project), LONG, tinyRead) });
const peak = (of: 'floor' | 'ours'): number | undefined => {
  const found = rounds.map((round) => round[of].peakMemory).filter((mib) => mib !== undefined);
  return found.length === 0 ? undefined : median(found);
};
const long = { floor: peak('floor'), ours: peak('ours') };

const memory: GoalRow[] = [];
if (short.ours.peakMemory !== undefined) {
  const baselines = { 'bare SDK loop': short.floor.peakMemory, [reference?.name ?? 'published']: theirs };
  memory.push({ name: `${SHORT} turns`, figure: short.ours.peakMemory, goal: 0.4 * theirs, baselines });
}
if (long.ours !== undefined && long.floor !== undefined) {
  const goal = long.floor + LONG_MEMORY_ALLOWANCE;
  memory.push({ name: `${LONG} turns`, figure: long.ours, goal, baselines: { 'bare SDK loop': long.floor } });
}
if (memory.length === 0) process.stdout.write('Peak memory is measured on Linux only, where /proc tells it.\n\n');
else printGoals(`Peak memory, MiB: goal 0.4 of Claude Code’s, then the bare loop’s and ${LONG_MEMORY_ALLOWANCE}`, memory);

const shares = rounds.map(({ ours, floor }) => shareGrowth(ours.gaps, floor.gaps));
printGoals(`Our share of a turn (ours − the bare loop’s at the same turn) over ${LONG} turns, ms: median of ${ROUNDS} sessions`, [
  {
    name: 'growth',
    figure: median(shares.map(({ growth }) => growth)),
    goal: 1,
    baselines: {
      'share at 100–200': median(shares.map(({ early }) => early)),
      'share at 900–1000': median(shares.map(({ late }) => late)),
    },
  },
]);

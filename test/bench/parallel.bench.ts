/** Ten calls that take a second each and may run in parallel. */
import { BenchProject } from './support/bench-project.ts';
import { printGoals } from './support/goal-table.ts';
import { bareLoop, gatehouse } from './support/programs.ts';
import { findReference } from './support/reference.ts';
import { runProgram } from './support/run-program.ts';
import { median } from './support/statistics.ts';
import type { BenchCall } from './support/bench-call.ts';

const TURNS = 7;
const WARM_UP = 2;

using project = new BenchProject();
const reference = findReference(project);
const calls = Array.from({ length: 10 }, (_, at): BenchCall => ({ name: 'Bash', input: { command: `sleep 1; echo call ${at}` } }));

const floor = await runProgram(bareLoop(project), project, TURNS, calls);
const ours = await runProgram(gatehouse(project), project, TURNS, calls);
const theirs = reference && (await runProgram(reference, project, TURNS, calls));
const results = ours.lastResults();
const ordered = results.length === calls.length && results.every((text, at) => text.includes(`call ${at}`));
printGoals(`Ten calls of one second at once, s: median of ${TURNS - WARM_UP}`, [
  {
    name: 'gatehouse run',
    figure: median(ours.gaps.slice(WARM_UP)) / 1000,
    goal: 1.05,
    baselines: {
      'bare SDK loop': median(floor.gaps.slice(WARM_UP)) / 1000,
      ...(theirs && { [reference.name]: median(theirs.gaps.slice(WARM_UP)) / 1000 }),
    },
  },
]);
process.stdout.write(`  Results in the order of the calls: ${ordered ? 'yes' : `no: ${results.join(', ')}`}\n\n`);

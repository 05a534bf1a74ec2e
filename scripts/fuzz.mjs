// npm run fuzz [-- --seconds N --seed S]: tests the permission engine with generated shell lines, run by bash in a sandbox.
// npm run fuzz -- contract [--messages N --seed S]: tests the port of windows with generated messages.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

const args = process.argv.slice(2);
const isContract = args[0] === 'contract';

try {
  const program = isContract ? '../test/fuzz/contract/run.ts' : '../test/fuzz/shell/run.ts';
  process.exitCode = await setUpAndRun(program, isContract ? args.slice(1) : args, { targets: [] });
} catch (error) {
  fail(error);
}

// npm run fuzz [-- --seconds N --seed S]: tests the permission engine with generated shell lines, run by bash in a sandbox.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('../test/fuzz/shell/run.ts', process.argv.slice(2), { targets: [] });
} catch (error) {
  fail(error);
}

// npm run fuzz [-- --seconds N --seed S]: generated shell lines against the permission engine, with bash in a sandbox as the judge.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('../test/fuzz/shell/run.ts', process.argv.slice(2), { targets: [] });
} catch (error) {
  fail(error);
}

// npm test: sets up, then runs every suite. `npm test -- types unit` runs those only.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('test-suites.mjs', process.argv.slice(2), { targets: [] });
} catch (error) {
  fail(error);
  process.stdout.write('0 passed, 1 failed\n');
}

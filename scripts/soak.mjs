// npm run soak [-- --sessions N]: one engine runs many sessions; prints memory, open files, processes and temporary files.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('../test/soak/run.ts', process.argv.slice(2), { targets: [] });
} catch (error) {
  fail(error);
}

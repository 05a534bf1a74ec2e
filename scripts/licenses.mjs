// npm run licenses: checks the licence of every package that ships, and writes their notices.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('list-licenses.mjs', [], { targets: [] });
} catch (error) {
  fail(error);
}

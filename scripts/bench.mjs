// npm run bench [name…]: the benchmarks in test/bench, one by one so that they don't disturb each other.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('bench-all.mjs', process.argv.slice(2), { targets: ['main', 'renderer'] });
} catch (error) {
  fail(error);
}

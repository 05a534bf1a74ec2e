// npm run check: types, lint, format and layers, without tests. Builds nothing.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('test-suites.mjs', ['types', 'lint', 'format', 'layers'], { targets: [] });
} catch (error) {
  fail(error);
}

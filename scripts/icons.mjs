// npm run icons: draws the app's icons again from resources/package/icon.svg and renderer/icon.svg.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('take-icons.mjs', process.argv.slice(2), { targets: [] });
} catch (error) {
  fail(error);
}

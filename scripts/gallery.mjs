// npm run gallery [-- -g WORDS]: retakes the pictures of the window's main states in docs/gallery.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('take-gallery.mjs', process.argv.slice(2));
} catch (error) {
  fail(error);
}

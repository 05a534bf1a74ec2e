// npm run stories [-- --port N]: serves the pages of stories/, which show the window with invented data, with hot reload.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('stories-server.mjs', process.argv.slice(2), { targets: [] });
} catch (error) {
  fail(error);
}

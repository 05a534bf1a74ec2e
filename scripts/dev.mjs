// npm run dev [-- serve options]: the window from Vite's development server, main rebuilt and restarted as it changes.
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';

try {
  process.exitCode = await setUpAndRun('dev-server.mjs', process.argv.slice(2), { targets: ['main'] });
} catch (error) {
  fail(error);
}

// npm run electron:fetch [-- --limit SECONDS]: tries (again) to get Electron's binary.
import { electronBinary, fetchElectron, FETCH_LIMIT_S } from './lib/electron.mjs';
import { fail, say } from './lib/say.mjs';
import { setUp } from './lib/setup.mjs';

try {
  await setUp({ targets: [] });
  const at = process.argv.indexOf('--limit');
  const limit = at < 0 ? FETCH_LIMIT_S : Number(process.argv[at + 1]);
  if (!(limit > 0)) throw new Error('--limit takes a number of seconds.');
  const reason = electronBinary() ? undefined : await fetchElectron(limit);
  if (reason) throw new Error(`Electron's binary could not be fetched: ${reason}. Allow it more time with --limit SECONDS.`);
  say(`Electron is at ${electronBinary()}`);
} catch (error) {
  fail(error);
}

// npm start [-- FOLDER | serve options]: sets up, then opens the app: Electron where it is available, otherwise the browser host.
import path from 'node:path';
import { electronBinary, fetchElectron, rememberedFailure } from './lib/electron.mjs';
import { hasDisplay, openInBrowser } from './lib/open-browser.mjs';
import { callerDir, outDir, pinnedNode, root } from './lib/paths.mjs';
import { runInPlace } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';
import { setUp } from './lib/setup.mjs';

const args = process.argv.slice(2);

try {
  await setUp();
  const obstacle = await whyNoElectron();
  if (obstacle === undefined) {
    process.exitCode = await runInPlace(electronBinary(), [root, ...args], { cwd: callerDir() });
  } else {
    say(`${obstacle}; opening the browser host instead.`);
    process.exitCode = await serve();
  }
} catch (error) {
  fail(error);
}

/** A short reason, or `undefined` when Electron can open a window here. */
async function whyNoElectron() {
  if (args.some((arg) => ['--port', '--demo', '--project'].includes(arg))) return 'Options of the browser host were given';
  if (!hasDisplay()) return 'There is no display here';
  if (process.platform === 'linux' && process.getuid() === 0) return "Electron's sandbox doesn't work for root";
  if (electronBinary()) return undefined;
  const before = rememberedFailure();
  if (before) return `Electron's binary could not be fetched before (${before}; "npm run electron:fetch" tries again)`;
  say("Fetching Electron's binary…");
  const reason = await fetchElectron();
  return reason && `Electron's binary can't be had (${reason})`;
}

/** The host prints the window's address on a line of its own; the first one is opened where there is a display. */
function serve() {
  let text = '';
  let opened = !hasDisplay();
  // A single folder is the project, as for Electron.
  const options = args.length === 1 && !args[0].startsWith('-') ? ['--project', args[0]] : args;
  return runInPlace(pinnedNode(), [path.join(outDir, 'cli/gatehouse.js'), 'serve', ...options], {
    cwd: callerDir(),
    onStdout(chunk) {
      if (opened) return;
      text += chunk;
      const url = /^(http:\/\/127\.0\.0\.1:\d+\/\S*)\r?\n/m.exec(text)?.[1];
      if (url === undefined) return;
      opened = true;
      openInBrowser(url);
    },
  });
}

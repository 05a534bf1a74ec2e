import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { packageBin, pinnedNode, root } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { say } from './say.mjs';

/** Chromium without a window of its own: the browser tests take a quarter less processor time than in `chromium --headless`. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPS =
  process.platform !== 'darwin'
    ? []
    : ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
/** Long enough for a slow network; killing a package manager can leave packages half installed. */
const INSTALL_LIMIT_MS = 20 * 60_000;
/** Retries failing mirrors, and waits for another installation in progress. */
const APT = ['-q', '-o', 'Acquire::Retries=5', '-o', 'Acquire::http::Timeout=60', '-o', 'DPkg::Lock::Timeout=300'];
/** For a package that only makes the tests faster: fails soon. */
const APT_ONCE = ['-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];

/**
 * Path of a Chromium that starts: Playwright's own, one on the PATH, Debian's package (installed when root on Debian, the headless shell
 * first), or Playwright's download. @throws an error naming all of these when none is available.
 */
export async function ensureChromium() {
  const own = await bundledChromium();
  if (await starts(own)) return own;
  const shell = await headlessShell();
  if (shell) return shell;
  const found = await onPath(NAMES, MAC_APPS);
  if (found) return found;

  const tried = [`Playwright's own Chromium is not at ${own}`, `none of ${NAMES.join(', ')} on the PATH starts`];
  if (isRootOnDebian()) {
    say('Installing the chromium package…');
    const packaged = await installDebianPackage('chromium', APT);
    const installed = await onPath(NAMES, MAC_APPS);
    if (installed) return installed;
    tried.push(`apt-get install chromium failed: ${reason(packaged.output)}`);
  } else {
    tried.push('the chromium package was not tried (needs root on Debian)');
  }
  say("Downloading Playwright's Chromium…");
  const download = await runQuietly(pinnedNode(), [packageBin('playwright', 'cli.js'), 'install', 'chromium'], {
    cwd: root,
    timeoutMs: INSTALL_LIMIT_MS,
  });
  if (await starts(own)) return own;
  tried.push(`"playwright install chromium" failed: ${reason(download.output)}`);
  throw new Error(
    `The browser tests need a Chromium and none could be found or installed:\n${tried.map((line) => `  - ${line}`).join('\n')}\nInstall Chromium or Chrome and run the command again.`,
  );
}

async function bundledChromium() {
  const { chromium } = await import('playwright');
  return chromium.executablePath();
}

async function headlessShell() {
  const found = await onPath([HEADLESS_SHELL]);
  if (found || !isRootOnDebian()) return found;
  say(`Installing the ${HEADLESS_SHELL} package…`);
  await installDebianPackage(HEADLESS_SHELL, APT_ONCE);
  return onPath([HEADLESS_SHELL]);
}

async function onPath(names, apps = []) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name + suffix)));
  for (const candidate of [...candidates, ...apps]) {
    if (await starts(candidate)) return candidate;
  }
  return undefined;
}

/** Some distributions install a stub that only asks to install another package. */
async function starts(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  // Chrome on Windows opens a window instead of printing its version.
  if (process.platform === 'win32') return true;
  return (await runQuietly(file, ['--version', '--no-sandbox'], { timeoutMs: 120_000 })).code === 0;
}

function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

async function installDebianPackage(name, options) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', [...options, 'update'], { env, timeoutMs: INSTALL_LIMIT_MS });
  return runQuietly('apt-get', [...options, 'install', '-y', '--no-install-recommends', name], { env, timeoutMs: INSTALL_LIMIT_MS });
}

/** The line with the reason, which installers print in the middle. */
function reason(output) {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /error|failed|unable/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

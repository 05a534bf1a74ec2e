import path from 'node:path';
import { ALL_TARGETS, build, staleTargets } from './build.mjs';
import { withFolderLock } from './folder-lock.mjs';
import { install, isInstalled } from './install.mjs';
import { cacheDir, pinnedNode, root } from './paths.mjs';
import { runInPlace } from './run.mjs';
import { say } from './say.mjs';

const LOCK = path.join(cacheDir, 'setup.lock');

/**
 * Installs and builds what is missing or stale. Says nothing when nothing is to do, and with `quiet` only to a terminal.
 * Two at once take turns; the second finds everything done.
 */
export async function setUp({ targets = ALL_TARGETS, quiet = false } = {}) {
  const tell = quiet && !process.stderr.isTTY ? () => {} : say;
  if (isInstalled() && staleTargets(targets).length === 0) return;
  await withFolderLock(
    LOCK,
    async () => {
      if (!isInstalled()) {
        tell('Installing packages…');
        await install();
      }
      const stale = staleTargets(targets);
      if (stale.length > 0) {
        tell(`Building ${stale.map(({ target }) => target).join(', ')}…`);
        await build(stale);
      }
    },
    () => tell('Another Gatehouse command is setting up; waiting for it…'),
  );
}

/** Set-up, then a script of this folder on the pinned Node: the Node that npm runs on may be older. Resolves to the exit code. */
export async function setUpAndRun(script, args, options) {
  await setUp(options);
  return runInPlace(pinnedNode(), [path.join(root, 'scripts', script), ...args]);
}

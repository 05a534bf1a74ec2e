import path from 'node:path';
import { ALL_TARGETS, build, staleTargets } from './build.mjs';
import { withFolderLock } from './folder-lock.mjs';
import { install, isInstalled } from './install.mjs';
import { cacheDir, pinnedNode, root } from './paths.mjs';
import { runInPlace } from './run.mjs';
import { say } from './say.mjs';

const LOCK = path.join(cacheDir, 'setup.lock');

/**
 * Installs and builds what is missing or stale. Prints nothing when there is nothing to do, and with `quiet` only to a terminal. Concurrent
 * calls run one after the other; the second finds everything done.
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

/** Sets up, then runs a script of this folder on the pinned Node, since npm's own may be older. Resolves to the exit code. */
export async function setUpAndRun(script, args, options) {
  await setUp(options);
  return runInPlace(pinnedNode(), [path.join(root, 'scripts', script), ...args]);
}

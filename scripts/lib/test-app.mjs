import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runBuild, sourceHash } from './build.mjs';
import { withFolderLock } from './folder-lock.mjs';
import { cacheDir, root } from './paths.mjs';

/** A folder like the app's own, so that the bundles in its `out/` find each other and their data there, and not in the app's. */
const dir = path.join(cacheDir, 'test-app');
const STAMP = path.join(dir, 'stamp');

/**
 * The command line for tests, as the build makes it: it starts with half the work of its sources. Built when it is first asked for and the
 * sources have changed since the last build. Independent of `out/`, which a running app may be using.
 */
export async function builtCli() {
  const hash = sourceHash('main');
  if (builtFrom() !== hash) {
    await withFolderLock(`${dir}.lock`, async () => {
      if (builtFrom() !== hash) await buildTestApp(hash);
    });
  }
  return path.join(dir, 'out/cli/gatehouse.js');
}

async function buildTestApp(hash) {
  rmSync(STAMP, { force: true });
  mkdirSync(dir, { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(dir, 'package.json'));
  const resources = path.join(dir, 'resources');
  rmSync(resources, { recursive: true, force: true });
  symlinkSync(path.join(root, 'resources'), resources, 'junction');
  await runBuild(['main'], path.join(dir, 'out'));
  writeFileSync(STAMP, hash);
}

function builtFrom() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

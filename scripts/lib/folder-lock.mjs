import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a lock without a readable owner is believed to be just being made. */
const OWNERLESS_MS = 5000;

/**
 * Runs `work` while holding the lock folder `dir` (making a folder is atomic everywhere). A lock whose process is gone is
 * taken over. `onWait` is called once if somebody else holds it.
 */
export async function withFolderLock(dir, work, onWait = () => {}) {
  mkdirSync(path.dirname(dir), { recursive: true });
  for (let waited = false; !tryLock(dir);) {
    if (isAbandoned(dir)) {
      rmSync(dir, { recursive: true, force: true });
      continue;
    }
    if (!waited) onWait();
    waited = true;
    await sleep(150);
  }
  try {
    return await work();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function tryLock(dir) {
  try {
    mkdirSync(dir);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(path.join(dir, 'pid'), String(process.pid));
  return true;
}

function isAbandoned(dir) {
  try {
    process.kill(Number(readFileSync(path.join(dir, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    if (error.code === 'EPERM') return false;
    if (error.code === 'ESRCH') return true;
  }
  try {
    return Date.now() - statSync(dir).mtimeMs > OWNERLESS_MS;
  } catch {
    return true;
  }
}

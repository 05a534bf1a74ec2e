import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a lock without a readable owner counts as being created. */
const OWNERLESS_MS = 5000;

/**
 * Runs `work` while holding the lock folder `dir` (creating a folder is atomic everywhere). Takes over the lock of a dead process. `onWait`
 * is called once if another process holds it.
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

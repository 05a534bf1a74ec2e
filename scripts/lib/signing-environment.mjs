import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Certificates and keys for electron-builder (docs/packaging.md). */
const SIGNING = /^(?:WIN_)?CSC_|^APPLE_/u;

/**
 * Runs something with the environment that electron-builder expects. Variables for signing that are empty, as a secret that doesn't exist is in
 * a workflow, are left out: it would take an empty CSC_LINK for a path. The key for notarisation may be given as it is: it becomes a file that
 * exists only meanwhile.
 * @template T
 * @param {NodeJS.ProcessEnv} env
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withSigningEnvironment(env, run) {
  const kept = Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== '' || !SIGNING.test(name)));
  if (!kept.APPLE_API_KEY?.includes('-----BEGIN')) return run(kept);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-notary-'));
  try {
    const file = path.join(dir, 'key.p8');
    writeFileSync(file, `${kept.APPLE_API_KEY.trim()}\n`, { mode: 0o600 });
    return await run({ ...kept, APPLE_API_KEY: file });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modulesDir, pinnedNode } from './paths.mjs';
import { runQuietly } from './run.mjs';

const packageDir = path.join(modulesDir, 'electron');
/** Under node_modules, so that a new installation resets it. */
const MEMORY = path.join(modulesDir, '.cache/gatehouse-electron.json');

export const FETCH_LIMIT_S = 20;

/** Electron's binary, or `undefined`. Only checks, because importing the package would start a download. */
export function electronBinary() {
  const pathFile = path.join(packageDir, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(packageDir, 'dist'), readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

/** Why fetching this version failed before, or `undefined`. */
export function rememberedFailure() {
  try {
    const { version, reason } = JSON.parse(readFileSync(MEMORY, 'utf8'));
    return version === electronVersion() ? reason : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Downloads and unpacks Electron's binary, checked against the checksums of its npm package. A failure is recorded, so that
 * the next start doesn't wait for it again.
 * @returns {Promise<string | undefined>} why it failed
 */
export async function fetchElectron(limitSeconds = FETCH_LIMIT_S) {
  const result = await runQuietly(pinnedNode(), [path.join(packageDir, 'install.js')], {
    timeoutMs: limitSeconds * 1000,
    env: { ...process.env, NODE_USE_ENV_PROXY: '1' },
  });
  if (result.code === 0 && electronBinary()) return undefined;
  const reason = result.timedOut ? `not here within ${limitSeconds} s` : (reasonIn(result.output) ?? `installer ended with ${result.code}`);
  mkdirSync(path.dirname(MEMORY), { recursive: true });
  writeFileSync(MEMORY, JSON.stringify({ version: electronVersion(), reason }));
  return reason;
}

/** The most specific line: a cause (`code: 'ENOTFOUND'`, `getaddrinfo …`) before the general error. */
function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const line =
    lines.find((text) => /\b(ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|certificate)\b/.test(text)) ??
    lines.find((text) => /error/i.test(text));
  return line?.replace(/^(\[?cause\]?|\w*Error):\s*/, '').slice(0, 200);
}

function electronVersion() {
  return JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')).version;
}

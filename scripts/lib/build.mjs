import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outDir, pinnedNode, root } from './paths.mjs';
import { runQuietly } from './run.mjs';

const STAMP = path.join(outDir, '.stamp');
const COMMON = ['package-lock.json', 'package.json', 'vite.shared.ts', 'shared'];

/** The sources of each bundle. A change in any of them makes the bundle stale. */
const SOURCES = {
  main: [...COMMON, 'vite.main.config.ts', 'vite.ascii-output.ts', 'vite.lazy-chunks.ts', 'vite.lazy-schemas.ts', 'vite.syntax.ts', 'main'],
  preload: [...COMMON, 'vite.preload.config.ts', 'preload'],
  renderer: [...COMMON, 'vite.config.ts', 'renderer'],
};

export const ALL_TARGETS = Object.keys(SOURCES);

/** A hash of the content, so that switching branches or touching a file doesn't trigger a build. */
export function sourceHash(target) {
  const hash = createHash('sha256');
  for (const file of SOURCES[target].flatMap((name) => listFiles(path.join(root, name)))) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(start) {
  if (!existsSync(start)) return [];
  const entries = readdirSync(path.dirname(start), { withFileTypes: true });
  if (entries.some((entry) => entry.name === path.basename(start) && entry.isFile())) return [start];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

/** The targets whose bundle is missing or older than its sources, with the hash each would be stamped with. */
export function staleTargets(targets = ALL_TARGETS) {
  const stamps = readStamps();
  return targets.map((target) => ({ target, hash: sourceHash(target) })).filter(({ target, hash }) => stamps[target] !== hash);
}

export async function build(stale) {
  await runBuild(stale.map(({ target }) => target));
  const stamps = readStamps();
  for (const { target, hash } of stale) stamps[target] = hash;
  mkdirSync(outDir, { recursive: true });
  writeFileSync(STAMP, JSON.stringify(stamps));
}

/** Builds these targets into `out/`, or another folder. @throws Error with what the bundler said. */
export async function runBuild(targets, into = outDir) {
  const env = { ...process.env, NO_COLOR: '1' };
  // Vitest sets it to `test`, which would change the bundle.
  delete env.NODE_ENV;
  const result = await runQuietly(pinnedNode(), [path.join(root, 'scripts/build.mjs'), `--into=${into}`, ...targets], { cwd: root, env });
  if (result.code !== 0) throw new Error(`${result.output.trim()}\nThe build failed.`);
}

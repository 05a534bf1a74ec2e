// Builds the named targets (main, preload, renderer; all when none is named) into out/, or the folder of --into=. Runs on the pinned Node.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { ALL_TARGETS } from './lib/build.mjs';
import { outDir as ownOutDir, root } from './lib/paths.mjs';
import { fail } from './lib/say.mjs';

const CONFIGS = { main: 'vite.main.config.ts', preload: 'vite.preload.config.ts', renderer: 'vite.config.ts' };

const INTO = '--into=';
const names = process.argv.slice(2).filter((arg) => !arg.startsWith(INTO));
const outDir = process.argv.find((arg) => arg.startsWith(INTO))?.slice(INTO.length) ?? ownOutDir;
try {
  for (const target of names.length > 0 ? names : ALL_TARGETS) await buildTarget(target);
} catch (error) {
  fail(error);
}

async function buildTarget(target) {
  const next = path.join(outDir, `.next-${target}`);
  // The window has its own output folder; the other targets share one, and chunks in it.
  const into = target === 'renderer' ? path.join(next, 'renderer') : next;
  await build({ configFile: path.join(root, CONFIGS[target]), logLevel: 'warn', build: { outDir: into, emptyOutDir: true } });
  for (const name of readdirSync(next)) replace(path.join(next, name), path.join(outDir, name));
  rmSync(next, { recursive: true, force: true });
}

/** Swapped by rename, so that a running app finds the old or the new bundle, never a mix. */
function replace(from, to) {
  const old = `${to}.old`;
  mkdirSync(path.dirname(to), { recursive: true });
  rmSync(old, { recursive: true, force: true });
  if (existsSync(to)) renameSync(to, old);
  try {
    renameSync(from, to);
  } catch {
    // A file held open (Windows) can't be moved over, but it can be copied over.
    cpSync(from, to, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '#shared/contract/app-error.ts';

const DEMO_FOLDER = join('resources', 'demo');

/** The folder that holds `resources/`: found upwards from this module, so it works from source and from a bundle. */
export function demoResources(): string {
  for (let dir = dirname(fileURLToPath(import.meta.url)); ; dir = dirname(dir)) {
    const demo = join(dir, DEMO_FOLDER);
    if (existsSync(join(demo, 'script.json'))) return demo;
    if (dirname(dir) === dir) throw new AppError('unavailable', 'The demo project is missing from this installation.');
  }
}

/**
 * Copies the demo project, so that nothing of the installation changes. `into` must be missing or empty; without it a
 * fresh temporary folder is made. Returns the copy's real path.
 */
export async function copyDemoProject(into?: string): Promise<string> {
  const target = into ?? join(await mkdtemp(join(tmpdir(), 'gatehouse-demo-')), 'corner-shop');
  if (existsSync(target) && (await readdir(target)).length > 0) {
    throw new AppError('conflict', `The demo is copied to an empty folder, and ${target} has files in it. Name another folder.`);
  }
  await mkdir(target, { recursive: true });
  await cp(join(demoResources(), 'project'), target, { recursive: true });
  return realpath(target);
}

export function demoScriptPath(): string {
  return join(demoResources(), 'script.json');
}

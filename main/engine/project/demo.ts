import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDir } from '#main/app-root.ts';
import { parseScript, type Script } from '#main/model/script.ts';
import { AppError } from '#shared/contract/app-error.ts';

/** The demo's first message, worded like one a person would send. */
export const DEMO_PROMPT = 'One test fails. Find out why and fix it.';

/**
 * Copies the demo project, so that the installation isn't changed. `into` must be missing or empty; without it a new temporary folder is
 * created. Returns the copy's real path.
 * @throws AppError `conflict` when `into` has files in it.
 */
export async function copyDemoProject(into?: string): Promise<string> {
  const target = into ?? join(await mkdtemp(join(tmpdir(), 'gatehouse-demo-')), 'corner-shop');
  if (existsSync(target) && (await readdir(target)).length > 0) {
    throw new AppError(
      'conflict',
      `The demo is copied to an empty folder, and ${target} has files in it. Name another folder, or open this one with --project.`,
    );
  }
  await mkdir(target, { recursive: true });
  await cp(join(demoDir, 'project'), target, { recursive: true });
  return realpath(target);
}

export function readDemoScript(): Script {
  const file = join(demoDir, 'script.json');
  return parseScript(readFileSync(file, 'utf8'), file);
}

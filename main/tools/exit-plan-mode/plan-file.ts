import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { MAX_PLAN_CHARS } from '#shared/session/tool-view.ts';

/** In a session's folder. The model may read its files. */
export const PLAN_FOLDER = 'plans';

export function planFilePath(sessionDir: string): string {
  return join(sessionDir, PLAN_FOLDER, 'plan.md');
}

/** The last accepted plan; `undefined` if there is none or it can't be read. */
export function readPlanFile(sessionDir: string): string | undefined {
  try {
    const plan = readFileSync(planFilePath(sessionDir), 'utf8');
    return plan.trim() === '' || plan.length > MAX_PLAN_CHARS ? undefined : plan;
  } catch {
    // No plan yet.
    return undefined;
  }
}

/** Resolves to its path, absolute. @throws Error when it can't be written. */
export async function writePlanFile(sessionDir: string, plan: string): Promise<string> {
  const path = planFilePath(sessionDir);
  await mkdir(join(sessionDir, PLAN_FOLDER), { recursive: true, mode: 0o700 });
  await writeFileAtomic(path, plan, { mode: 0o600, fsync: false });
  return path;
}

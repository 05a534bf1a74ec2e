import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Absolute path for a call's whole result when the model gets less (SPEC B1). Creates the folder. */
export async function makeResultFile(sessionDir: string, toolUseId: string): Promise<string> {
  const file = resultFile(sessionDir, toolUseId);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

export function isResultFile(sessionDir: string, file: string): boolean {
  return dirname(file) === join(sessionDir, 'tool-results');
}

/** Ids come from the server, so one that is no plain file name is hashed. */
function resultFile(sessionDir: string, toolUseId: string): string {
  const name = /^[\w-]{1,100}$/.test(toolUseId) ? toolUseId : hash('sha256', toolUseId);
  return join(sessionDir, 'tool-results', `${name}.txt`);
}

import { createHash } from 'node:crypto';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { InstructionImport } from '#main/settings/import-approvals.ts';
import type { SetUp } from '#shared/compatibility/set-up.ts';
import { AppError } from '#shared/contract/app-error.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * The text of a file that waits for being allowed to be included.
 * @throws AppError `not_found` for any other file, `unavailable` when it can't be read.
 */
export function readInclude({ items }: SetUp, { importer, target }: InstructionImport): { readonly text: string; readonly digest: string } {
  const waits = items.some(({ includes }) => includes?.importer === importer && includes.target === target);
  if (!waits) throw new AppError('not_found', 'This file no longer waits to be allowed.');
  const read = readBounded(target, MAX_BYTES);
  if (read.kind === 'missing') throw new AppError('unavailable', `${target} no longer exists.`);
  if (read.kind === 'unreadable') throw new AppError('unavailable', `${target} can’t be read: ${read.reason}`);
  return { text: read.text, digest: createHash('sha256').update(read.text).digest('hex') };
}

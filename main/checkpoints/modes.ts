import { z } from 'zod';
import type { FileEntry } from './file-entry.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';

/**
 * Permission bits, of which git keeps only one. The common ones are fixed when a store is made (from the umask of that day), so that
 * a tree only lists the files that differ.
 */
export interface CommonModes {
  readonly plain: number;
  readonly executable: number;
}

export const commonModesSchema = z.object({ plain: z.number().int(), executable: z.number().int() });
/** Pairs, since a file may be called `__proto__`. */
const modesSchema = z.array(z.tuple([z.string(), z.number().int().min(0).max(0o777)]));

export function commonModes(umask: number): CommonModes {
  return { plain: 0o666 & ~umask, executable: 0o777 & ~umask };
}

export function usualMode(mode: FileEntry['mode'], common: CommonModes): number {
  return mode === '100755' ? common.executable : common.plain;
}

/** The list as a tree keeps it. */
export async function formatModes(entries: ReadonlyMap<string, FileEntry>, common: CommonModes): Promise<string> {
  const unusual: string[] = [];
  await visitInSlices(entries, ([path, { mode, perm }]) => {
    if (mode !== '120000' && perm !== usualMode(mode, common)) unusual.push(JSON.stringify([path, perm]));
  });
  return `[${unusual.join(',')}]`;
}

export function parseModes(text: string): ReadonlyMap<string, number> {
  return new Map(modesSchema.parse(JSON.parse(text)));
}

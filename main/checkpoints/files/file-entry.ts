import type { BigIntStats } from 'node:fs';
import { z } from 'zod';
import { visitInSlices } from '#main/tool/in-slices.ts';

/** Larger files aren't covered. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

export type GitMode = '100644' | '100755' | '120000';

/** A covered file as it was last read. */
export interface FileEntry {
  /** Equal as long as the file is unchanged. */
  readonly stamp: string;
  /** Id of its content in the store. */
  readonly blob: string;
  readonly mode: GitMode;
  /** Permission bits (0o777); meaningless for a link. */
  readonly perm: number;
  readonly bytes: number;
  /** Written so shortly before it was read that a later write could leave the same stamp. */
  readonly racy: boolean;
  /** When its inode was created, nanoseconds; absent where that isn't known, and for files of the store's first list. */
  readonly born?: string | undefined;
}

/** Includes the time of the last inode change, which a program can't set back. */
export function stampOf(stat: BigIntStats): string {
  return `${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}:${stat.ino}:${stat.mode}`;
}

/** The inode number in a stamp. */
export function inodeOf(stamp: string): string {
  return stamp.split(':')[3] ?? '';
}

/** When its content was last changed, from a stamp: nanoseconds. */
export function modifiedOf(stamp: string): string {
  return stamp.split(':')[1] ?? '';
}

/** When its content was last changed, and when anything about it was, from a stamp: nanoseconds. */
export function timesOf(stamp: string): readonly string[] {
  return stamp.split(':').slice(1, 3);
}

export function gitModeOf(stat: BigIntStats): GitMode {
  if (stat.isSymbolicLink()) return '120000';
  return (stat.mode & 0o100n) === 0n ? '100644' : '100755';
}

const NS_PER_MS = 1_000_000n;
/** File system clocks tick at least a hundred times a second; those that store whole seconds, every two seconds. */
const TICK_NS = 50n * NS_PER_MS;
const COARSE_TICK_NS = 2000n * NS_PER_MS;

/** How late a change may have been that the file system dates so. Nanoseconds. */
export function tickOf(time: bigint): bigint {
  return time % 1_000_000_000n === 0n ? COARSE_TICK_NS : TICK_NS;
}

/** @param readAt epoch milliseconds, before the content was read. */
export function isRacy(stat: BigIntStats, readAt: number): boolean {
  const last = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
  return last + tickOf(stat.mtimeNs) >= BigInt(readAt) * NS_PER_MS;
}

/**
 * Permission bits, of which git stores only one. The common ones are fixed when a store is created (from the umask at that time), so that a
 * tree only lists files that differ.
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

/** The list in the form stored in a tree. */
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

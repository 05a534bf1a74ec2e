import { setTimeout as sleep } from 'node:timers/promises';
import { formatInodes } from './covered-inodes.ts';
import type { FileEntry } from './file-entry.ts';
import { findLeftOut } from './find-left-out.ts';
import { formatLeftOut } from './left-out-record.ts';
import { insideAny } from './list-files.ts';
import { formatOrigins } from './origins.ts';
import type { CoverageTexts } from './tree-writer.ts';

export interface Coverage {
  readonly projectDir: string;
  /** Gatehouse's own folder. */
  readonly stateDir: string;
  /** What the checkpoint covers. */
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Folders that are left out whole. */
  readonly closed: ReadonlySet<string>;
  /** When it began: epoch milliseconds. */
  readonly begun: number;
}

/** What a checkpoint has to know to tell, later, a file that wasn't there from one that it left out. */
export async function coverageOf({ projectDir, stateDir, entries, closed, begun }: Coverage): Promise<CoverageTexts> {
  const isOwn = insideAny(projectDir, [stateDir]);
  const leftOut = formatLeftOut(await findLeftOut({ projectDir, covered: entries, closed, isOwn }));
  return { begun: String(begun), leftOut, covered: await formatInodes(entries), origins: await formatOrigins(entries) };
}

/** Clocks of file systems tick this often at worst, Windows' the slowest. Milliseconds. */
const TICK_MS = 20;

/** Waits, after a checkpoint that took next to no time, until files that are made from now on are seen to be younger than it. */
export async function waitForClockTick(begun: number): Promise<void> {
  const left = begun + TICK_MS - Date.now();
  if (left > 0) await sleep(Math.min(left, TICK_MS));
}

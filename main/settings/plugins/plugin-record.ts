import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { createLogger } from '#main/log/logger.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { parseJson } from '#shared/json-limits.ts';
import { withFileLock } from '../edit/file-lock.ts';

const log = createLogger('plugins');

const MAX_BYTES = 16 * 1024 * 1024;

const installedSchema = z.object({
  /** The folder with its files, relative to the folder of plugins. */
  folder: z.string().regex(/^installed(?:\/[\w.-]+){3}$/u),
  /** As it takes effect: its own, and what the marketplace adds. */
  manifest: z.record(z.string(), z.unknown()),
  version: z.string(),
  /** The commit, where it comes from git. */
  commit: z.string().nullable(),
  /** Where its marketplace came from: administrators allow and block these. */
  marketplace: z.looseObject({ source: z.string() }),
  /** Where it came from, for people. */
  from: z.string(),
  /** Files that weren't installed, with the reason. */
  leftOut: z.array(z.string()),
  installedAt: z.string(),
  /** Digest of what the person accepted last, the list that they saw, and the hash of each file; `null`: nothing yet. */
  accepted: z.object({ digest: z.string(), items: z.array(z.string()), files: z.record(z.string(), z.string()) }).nullable(),
});
export type InstalledPlugin = z.infer<typeof installedSchema>;

const marketplaceSchema = z.object({
  source: z.looseObject({ source: z.string() }),
  /** When its list of plugins was read, and from which commit. */
  updatedAt: z.string(),
  commit: z.string().nullable(),
  /** Added by the person; otherwise settings name it, and only its list is kept here. */
  added: z.boolean(),
});
export type KnownMarketplace = z.infer<typeof marketplaceSchema>;

const recordSchema = z.object({
  version: z.literal(1),
  marketplaces: z.record(z.string(), marketplaceSchema),
  /** By `name@marketplace`. */
  plugins: z.record(z.string(), installedSchema),
});
export type PluginRecord = z.infer<typeof recordSchema>;

/** The folder with everything about plugins. Like all of Gatehouse's own folder, no tool writes there. */
export function pluginsDir(stateDir: string): string {
  return join(stateDir, 'plugins');
}

export function recordFile(stateDir: string): string {
  return join(pluginsDir(stateDir), 'plugins.json');
}

/** A damaged record has no plugins, so none runs. */
export function readRecord(stateDir: string): PluginRecord {
  const read = readBounded(recordFile(stateDir), MAX_BYTES);
  const nothing: PluginRecord = { version: 1, marketplaces: {}, plugins: {} };
  if (read.kind === 'missing') return nothing;
  try {
    if (read.kind === 'unreadable') throw new Error(read.reason);
    return recordSchema.parse(parseJson(read.text));
  } catch (error) {
    log.warn('The list of installed plugins is damaged, so none is used', error);
    return nothing;
  }
}

/** Changes the record under a lock. */
export async function changeRecord(stateDir: string, edit: (record: PluginRecord) => void): Promise<void> {
  const file = recordFile(stateDir);
  await mkdir(pluginsDir(stateDir), { recursive: true, mode: 0o700 });
  await withFileLock(stateDir, file, async () => {
    const record = structuredClone(readRecord(stateDir));
    edit(record);
    await writeFileAtomic(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  });
}

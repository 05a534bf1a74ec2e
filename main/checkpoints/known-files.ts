import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import type { FileEntry } from './file-entry.ts';

const headSchema = z.object({
  format: z.literal('gatehouse-known-files'),
  version: z.literal(1),
  tree: z.string().regex(/^[0-9a-f]{40}$/u),
});
const lineSchema = z.tuple([
  z.string(),
  z.string(),
  z.string().regex(/^[0-9a-f]{40}$/u),
  z.enum(['100644', '100755', '120000']),
  z.number().int(),
  z.number().int(),
  z.boolean(),
]);

/** Lines at a time, so that nobody waits for a long list. */
const SLICE = 1000;

/** The covered files of a project as they were last read, and the tree of just these. */
export interface KnownFiles {
  readonly tree: string | undefined;
  readonly entries: ReadonlyMap<string, FileEntry>;
}

export const NOTHING_KNOWN: KnownFiles = { tree: undefined, entries: new Map() };

/** What the last process knew. A list that is missing, damaged or of another version is none. */
export async function loadKnownFiles(file: string): Promise<KnownFiles> {
  try {
    const [head = '', ...lines] = (await readFile(file, 'utf8')).split('\n');
    const { tree } = headSchema.parse(JSON.parse(head));
    const entries = new Map<string, FileEntry>();
    for (const [index, line] of lines.entries()) {
      if (index % SLICE === 0) await breathe();
      const [path, stamp, blob, mode, perm, bytes, racy] = lineSchema.parse(JSON.parse(line));
      entries.set(path, { stamp, blob, mode, perm, bytes, racy });
    }
    return { tree, entries };
  } catch {
    return NOTHING_KNOWN;
  }
}

export async function saveKnownFiles(file: string, { tree, entries }: KnownFiles): Promise<void> {
  const parts = [JSON.stringify({ format: 'gatehouse-known-files', version: 1, tree })];
  for (const [path, { stamp, blob, mode, perm, bytes, racy }] of entries) {
    if (parts.length % SLICE === 0) await breathe();
    parts.push(JSON.stringify([path, stamp, blob, mode, perm, bytes, racy]));
  }
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, parts.join('\n'), { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

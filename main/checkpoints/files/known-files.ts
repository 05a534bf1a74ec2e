import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
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
  z.string().regex(/^\d+$/u).optional(),
]);

/** Characters per write. */
const PIECE_CHARS = 64 * 1024;

/** The covered files of a project as they were last read, and the tree that contains exactly these. */
export interface KnownFiles {
  readonly tree: string | undefined;
  readonly entries: ReadonlyMap<string, FileEntry>;
}

export const NOTHING_KNOWN: KnownFiles = { tree: undefined, entries: new Map() };

/** The files that the last process knew. A list that is missing, damaged or from another version counts as empty. */
export async function loadKnownFiles(file: string): Promise<KnownFiles> {
  try {
    const input = await open(file);
    try {
      let tree: string | undefined;
      const entries = new Map<string, FileEntry>();
      for await (const line of linesOf(input)) {
        if (tree === undefined) {
          ({ tree } = headSchema.parse(JSON.parse(line)));
          continue;
        }
        const [path, stamp, blob, mode, perm, bytes, racy, born] = lineSchema.parse(JSON.parse(line));
        entries.set(path, { stamp, blob, mode, perm, bytes, racy, born });
      }
      return tree === undefined ? NOTHING_KNOWN : { tree, entries };
    } finally {
      await input.close();
    }
  } catch {
    // None yet, or damaged: all files are read again.
    return NOTHING_KNOWN;
  }
}

export async function saveKnownFiles(file: string, { tree, entries }: KnownFiles): Promise<void> {
  const draft = `${file}.${process.pid}`;
  const output = await open(draft, 'w', 0o600);
  try {
    let piece = JSON.stringify({ format: 'gatehouse-known-files', version: 1, tree });
    for (const [path, { stamp, blob, mode, perm, bytes, racy, born }] of entries) {
      const line = [path, stamp, blob, mode, perm, bytes, racy, ...(born === undefined ? [] : [born])];
      piece += `\n${JSON.stringify(line)}`;
      if (piece.length < PIECE_CHARS) continue;
      await output.write(piece);
      piece = '';
    }
    await output.write(piece);
    await output.close();
    await rename(draft, file);
  } catch (error) {
    // The error before it is the one to report.
    await output.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/** Reads in small pieces, because a list of a hundred thousand files would block the thread. */
async function* linesOf(input: FileHandle): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.alloc(PIECE_CHARS);
  let rest = '';
  for (let read = await input.read(buffer); read.bytesRead > 0; read = await input.read(buffer)) {
    const lines = (rest + decoder.write(buffer.subarray(0, read.bytesRead))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

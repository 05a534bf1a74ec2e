import { visitInSlices } from '#main/tool/in-slices.ts';
import { inodeOf, type FileEntry } from './file-entry.ts';

/** The files that a checkpoint covers, by their inode numbers: so they are known whatever they are called later. As a tree keeps it. */
export async function formatInodes(entries: ReadonlyMap<string, FileEntry>): Promise<string> {
  const lines: string[] = [];
  await visitInSlices(entries.values(), ({ stamp }) => lines.push(inodeOf(stamp)));
  return lines.join('\n');
}

export async function parseInodes(text: string): Promise<ReadonlySet<string>> {
  const inodes = new Set<string>();
  await visitInSlices(text.split('\n'), (line) => inodes.add(line));
  return inodes;
}

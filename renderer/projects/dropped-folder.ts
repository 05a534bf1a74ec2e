import { client } from '../bridge/client.ts';

/**
 * What was dropped. Must be read during the drop event, since the browser hides it later. `null` if it can't be opened. Electron knows the
 * path; a browser reveals only the folder's name and entries.
 */
export type Dropped = { readonly path: string } | { readonly entry: FileSystemDirectoryEntry } | { readonly file: string };

export function readDrop(transfer: DataTransfer): Dropped | null {
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const file = item.getAsFile();
    const path = file && client().pathForFile(file);
    if (path) return { path };
    const entry = item.webkitGetAsEntry();
    if (entry && isDirectory(entry)) return { entry };
    if (file) return { file: file.name };
  }
  const path = pathInText(transfer.getData('text/uri-list')) ?? pathInText(transfer.getData('text/plain'));
  return path === undefined ? null : { path };
}

/** The files of a drop that contains only files. */
export function droppedFiles(transfer: DataTransfer): File[] {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  if (items.some((item) => item.webkitGetAsEntry()?.isDirectory)) return [];
  return items.flatMap((item) => item.getAsFile() ?? []);
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A `file://` URL or an absolute path on its own line. */
export function pathInText(text: string): string | undefined {
  const line = text
    .split(/\r?\n/)
    .map((candidate) => candidate.trim())
    .find((candidate) => candidate !== '' && !candidate.startsWith('#'));
  if (line === undefined) return undefined;
  if (/^file:\/\//i.test(line)) return pathOfUrl(line);
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(line) ? line : undefined;
}

function pathOfUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  const path = decoded(url.pathname);
  if (path === undefined) return undefined;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

/** `undefined` for a malformed percent escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not a path that was encoded.
    return undefined;
  }
}

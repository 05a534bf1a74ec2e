import { call, client } from '../bridge/client.ts';
import { openProject } from '../store/project-actions.ts';
import { attempt, openDialog } from '../store/window-actions.ts';
import { words } from './words.ts';

/** How many entries of a dropped folder are sent to the host to find it by. */
const MAX_ENTRIES = 200;

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

/** Opens what was dropped, or asks for what is missing. */
export async function openDropped(dropped: Dropped): Promise<void> {
  if ('path' in dropped) await openProject(dropped.path);
  else if ('file' in dropped) openDialog({ type: 'browse', why: words.droppedFile(dropped.file) });
  else await locate(dropped.entry);
}

async function locate(entry: FileSystemDirectoryEntry): Promise<void> {
  // A folder that can't be listed is looked for by its name.
  const entries = await entryNames(entry).catch(() => []);
  const found = await attempt(words.locateFailed, call('project.locate', { name: entry.name, entries }));
  if (!found) return;
  const [only, ...others] = found.candidates;
  if (only === undefined)
    openDialog({
      type: 'browse',
      why: words.droppedNotFound(entry.name),
    });
  else if (others.length === 0) await openProject(only);
  else openDialog({ type: 'choose', name: entry.name, candidates: found.candidates });
}

async function entryNames(folder: FileSystemDirectoryEntry): Promise<string[]> {
  const reader = folder.createReader();
  const names: string[] = [];
  while (names.length < MAX_ENTRIES) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) break;
    names.push(...batch.map((entry) => entry.name));
  }
  return names.slice(0, MAX_ENTRIES);
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

import { call } from '../bridge/client.ts';
import { openProject } from '../store/project-actions.ts';
import { attempt, openDialog } from '../store/window-actions.ts';
import type { Dropped } from './dropped-folder.ts';
import { words } from './words.ts';

/** How many entries of a dropped folder are sent to the host to find it by. */
const MAX_ENTRIES = 200;

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

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Steps } from '#shared/steps.ts';
import { readingLogHead } from './log-file.ts';
import { EVENTS_FILE } from './log.ts';

/** Bytes at the start of a log that name its project. */
const HEAD_BYTES = 64 * 1024;

/** The projects that have stored sessions, also those of `gatehouse run`. Logs are read only for projects that aren’t known yet. */
export class StoredProjects {
  readonly #root: string;
  readonly #folderOf: (projectDir: string) => string;
  /** By the folder of their sessions; `null` for a copy of the demo. */
  readonly #known = new Map<string, string | null>();

  constructor(root: string, folderOf: (projectDir: string) => string) {
    this.#root = root;
    this.#folderOf = folderOf;
  }

  /** Their folders, where they still exist; copies of the demo are left out. */
  *listing(): Steps<string[]> {
    const dirs: string[] = [];
    for (const name of foldersIn(this.#root)) {
      yield;
      const folder = join(this.#root, name);
      const projectDir = this.#known.get(folder) ?? (this.#known.has(folder) ? null : yield* this.#read(folder));
      if (projectDir !== null && statSync(projectDir, { throwIfNoEntry: false })?.isDirectory() === true) dirs.push(projectDir);
    }
    return dirs;
  }

  *#read(folder: string): Steps<string | null> {
    for (const name of foldersIn(folder)) {
      const created = yield* readCreated(join(folder, name, EVENTS_FILE));
      // Only where such a project's sessions are looked for.
      if (!created || this.#folderOf(created.projectDir) !== folder) continue;
      const projectDir = created.client === 'scripted' ? null : created.projectDir;
      this.#known.set(folder, projectDir);
      return projectDir;
    }
    return null;
  }
}

function* readCreated(file: string): Steps<{ readonly projectDir: string; readonly client: string } | undefined> {
  try {
    const { events } = yield* readingLogHead(file, HEAD_BYTES);
    return events.find((event) => event.type === 'session.created')?.data;
  } catch {
    // Another session of the project may say it.
    return undefined;
  }
}

function foldersIn(dir: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(dir, { withFileTypes: true });
  } catch {
    // None yet.
    return [];
  }
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

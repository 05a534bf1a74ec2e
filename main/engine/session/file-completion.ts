import { join } from 'node:path';
import { ripgrep } from '#main/tools/ripgrep.ts';
import { gitignoreArguments, VCS_FOLDERS } from '#main/tools/search-input.ts';
import { fuzzyScore } from '#shared/session/fuzzy-score.ts';

export interface FileCompletionOptions {
  readonly projectDir: string;
  readonly ripgrepPath: string;
  /** `false` for a file that a rule denies reading. Absolute path. */
  readonly mayRead: (path: string) => boolean;
  /** Whether to leave out what git ignores. */
  readonly respectsGitignore: () => boolean;
}

export interface Completions {
  /** Relative to the project; folders end in a slash. */
  readonly files: string[];
  readonly incomplete: boolean;
}

/** Maximum files listed; a project may have more. */
const MAX_FILES = 50_000;
const MAX_SHOWN = 20;
/** How long a listing is reused, since each keystroke asks for it. Milliseconds. */
const FRESH_MS = 5000;
const LIST_LIMIT_MS = 5000;

interface Listing {
  readonly at: number;
  readonly paths: Promise<readonly string[]>;
}

/** Finds the project's files by parts of their names, for “@”. Leaves out what rules deny reading, and what git ignores unless the settings say otherwise. */
export class FileCompletion {
  readonly #options: FileCompletionOptions;
  #listing: Listing | undefined;

  constructor(options: FileCompletionOptions) {
    this.#options = options;
  }

  async find(query: string): Promise<Completions> {
    const paths = await this.#paths();
    const ranked = paths
      .flatMap((path) => {
        const score = fuzzyScore(query, path);
        return score === undefined ? [] : [{ path, score }];
      })
      .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
    const files: string[] = [];
    for (const { path } of ranked) {
      if (files.length === MAX_SHOWN) break;
      if (this.#options.mayRead(join(this.#options.projectDir, path))) files.push(path);
    }
    return { files, incomplete: paths.length >= MAX_FILES };
  }

  #paths(): Promise<readonly string[]> {
    const now = performance.now();
    if (this.#listing && now - this.#listing.at < FRESH_MS) return this.#listing.paths;
    const paths = this.#list();
    this.#listing = { at: now, paths };
    // The caller gets the error; the next one lists again.
    paths.catch(() => (this.#listing = undefined));
    return paths;
  }

  async #list(): Promise<readonly string[]> {
    const { projectDir, ripgrepPath, respectsGitignore } = this.#options;
    const found: string[] = [];
    const signal = AbortSignal.timeout(LIST_LIMIT_MS);
    try {
      await ripgrep({
        binary: ripgrepPath,
        args: [
          '--files',
          '--null',
          '--hidden',
          ...gitignoreArguments(respectsGitignore()),
          ...VCS_FOLDERS.map((folder) => `--glob=!${folder}`),
        ],
        cwd: projectDir,
        root: projectDir,
        signal,
        separator: '\0',
        onRecord: (path) => found.push(path) < MAX_FILES,
      });
    } catch (error) {
      // On a slow disk or a huge project, the files found so far are returned.
      if (!signal.aborted && found.length === 0) throw error;
    }
    return [...foldersOf(found), ...found];
  }
}

function foldersOf(files: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

import { AppError } from '#shared/contract/app-error.ts';
import { insidePath } from '#main/settings/plugins/plugin-manifest.ts';

/** A file in a source, before it is installed. */
export interface SourceFile {
  /** Relative to the source, with plain slashes. */
  readonly path: string;
  readonly executable: boolean;
  readonly size: number;
}

/** The files of a git commit or a folder. */
export interface SourceFiles {
  readonly files: readonly SourceFile[];
  /** What isn't taken, with the reason. */
  readonly leftOut: readonly string[];
  /** Absent for a folder. */
  readonly commit: string | undefined;
  /** Contents of some of `files`, in their order. */
  readonly read: (files: readonly SourceFile[]) => Promise<readonly Buffer[]>;
}

/** Limits on one source: a marketplace may contain many plugins. */
export const MAX_SOURCE_FILES = 30_000;
export const MAX_SOURCE_DEPTH = 20;

const MAX_LEFT_OUT = 20;
/** Device names of Windows, also with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** Why a path isn't installed; `undefined` when it is. Checked for every system: the same plugin has the same files everywhere. */
export function pathProblem(path: string): string | undefined {
  const parts = path.split('/');
  if (insidePath(path) !== path || path === '') return 'it leads out of its folder';
  if (parts.some((part) => part.toLowerCase() === '.git' || /^git~\d/iu.test(part))) return 'it is git’s own';
  if (parts.some((part) => /[<>:"|?*]|[. ]$/u.test(part) || DEVICE.test(part))) return 'not every system can have a file of this name';
  return undefined;
}

/** Collects what isn't taken, up to a limit. */
export class LeftOut {
  readonly lines: string[] = [];
  #more = 0;

  add(path: string, why: string): void {
    if (this.lines.length < MAX_LEFT_OUT) this.lines.push(`${path}: ${why}`);
    else this.#more += 1;
  }

  all(): string[] {
    return this.#more === 0 ? this.lines : [...this.lines, `and ${this.#more} more`];
  }
}

/** The files below one folder of a source. @throws AppError `not_found` when there are none. */
export function subFolder({ files, leftOut, commit, read }: SourceFiles, folder: string): SourceFiles {
  if (folder === '') return { files, leftOut, commit, read };
  const start = `${folder}/`;
  const within = files.filter(({ path }) => path.startsWith(start));
  if (within.length === 0) throw new AppError('not_found', `There is no folder “${folder}” in it.`);
  const originals = new Map(within.map((file) => [file.path.slice(start.length), file]));
  return {
    files: [...originals].map(([path, file]) => ({ ...file, path })),
    leftOut: leftOut.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length)),
    commit,
    read: (wanted) => read(wanted.flatMap(({ path }) => originals.get(path) ?? [])),
  };
}

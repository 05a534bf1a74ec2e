import { dirname, join, relative, sep } from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { findGitFolder } from '../git-folder.ts';
import { listFolder } from '../files/list-folder.ts';
import { linkStatOf, realPath, statOf } from '../real-path.ts';
import { foldersUpTo } from '../files/folders-up-to.ts';
import type { SkillOrigin } from './skill-definition-file.ts';

export const MAX_SKILL_BYTES = 256 * 1024;
const SKILL_FILE = 'SKILL.md';
/** More than anyone has; further files are ignored, since a repository may have any number. */
const MAX_FILES = 200;
const MAX_ENTRIES = 2000;
const MAX_DEPTH = 5;

/** A `.claude` folder with skills and commands. */
export interface SkillFolder {
  readonly path: string;
  readonly source: SkillOrigin['source'];
  /** The folder that links must not lead out of; absent for the user's own files, whose folders may be links to anywhere. */
  readonly within: string | undefined;
}

export interface FoundSkills {
  readonly files: readonly SkillOrigin[];
  /** Everything that was searched: when it changes, the result may too. */
  readonly folders: readonly string[];
  /** Files that are left out, with the reason. */
  readonly refused: readonly { readonly file: string; readonly why: string }[];
}

/** The `.claude` folders of a project folder and of those above it, up to the root of its repository; the nearest first. */
export function repositorySkillFolders(projectDir: string, userDir: string): SkillFolder[] {
  const root = findGitFolder(projectDir)?.root ?? projectDir;
  const users = realPath(userDir);
  return foldersUpTo(projectDir, root)
    .map((folder) => join(folder, '.claude'))
    .filter((path) => realPath(path) !== users)
    .map((path) => ({ path, source: 'project', within: realPath(root) }));
}

/** Its `skills/<name>/SKILL.md` and `commands/**.md`. Never throws. */
export function findSkills({ path, source, within }: SkillFolder): FoundSkills {
  const search = new Search(source, dirname(path), within);
  search.skills(join(path, 'skills'));
  search.commands(join(path, 'commands'), join(path, 'commands'), 0);
  return search;
}

class Search implements FoundSkills {
  readonly files: SkillOrigin[] = [];
  readonly folders: string[] = [];
  readonly refused: { readonly file: string; readonly why: string }[] = [];
  readonly #source: SkillOrigin['source'];
  readonly #base: string;
  readonly #within: string | undefined;
  readonly #seen = new Set<string>();
  #entries = 0;

  constructor(source: SkillOrigin['source'], base: string, within: string | undefined) {
    this.#source = source;
    this.#base = base;
    this.#within = within;
  }

  skills(parent: string): void {
    for (const name of this.#names(parent)) {
      const folder = join(parent, name);
      if (statOf(folder)?.isDirectory() !== true) continue;
      this.folders.push(folder);
      this.#add({ kind: 'skill', name, file: join(folder, SKILL_FILE), folder: realPath(folder) });
    }
  }

  commands(top: string, folder: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const name of this.#names(folder)) {
      const child = join(folder, name);
      if (statOf(child)?.isDirectory() === true) this.commands(top, child, depth + 1);
      else if (name.endsWith('.md')) {
        const full = relative(top, child.slice(0, -'.md'.length)).replaceAll(sep, ':');
        this.#add({ kind: 'command', name: full, file: child, folder: realPath(folder) });
      }
    }
  }

  #names(folder: string): string[] {
    this.folders.push(folder);
    const real = realPath(folder);
    if (this.#seen.has(real)) return [];
    this.#seen.add(real);
    if (this.#isOutside(real)) return [];
    const names = listFolder(folder, MAX_ENTRIES - this.#entries);
    this.#entries += names.length;
    return names;
  }

  #add(found: Pick<SkillOrigin, 'kind' | 'name' | 'file' | 'folder'>): void {
    const { file, folder } = found;
    const stat = linkStatOf(file);
    if (!stat || this.files.length >= MAX_FILES) return;
    if (this.#isOutside(folder)) this.refused.push({ file, why: 'Its folder is a link that leads out of the repository.' });
    else if (stat.isSymbolicLink() && !isInside(realPath(file), folder))
      this.refused.push({ file, why: 'It is a link that leads out of its folder.' });
    else this.files.push({ ...found, source: this.#source, base: this.#base });
  }

  #isOutside(real: string): boolean {
    return this.#within !== undefined && !isInside(real, this.#within);
  }
}

/** Whether a name of the repository's supplies is that of a skill or command. */
export function isSkillName(name: string): boolean {
  return /(?:^|\/)\.claude\/(?:skills\/[^/]+\/SKILL\.md$|commands\/.+\.md$)/u.test(name);
}

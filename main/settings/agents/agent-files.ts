import { join } from 'node:path';
import { foldersUpTo } from '../files/folders-up-to.ts';
import { listFolder } from '../files/list-folder.ts';
import { linkStatOf, realPath, statOf } from '../real-path.ts';
import { findGitFolder } from '../git-folder.ts';
import { isInside } from '#main/tool/is-inside.ts';

export const MAX_AGENT_BYTES = 256 * 1024;
/** More than anyone has; further files are ignored, since a repository may have any number. */
const MAX_FILES = 100;
const MAX_ENTRIES = 1000;
const MAX_DEPTH = 5;

/** A folder whose Markdown files, at any depth, define agents. */
export interface AgentFolder {
  readonly path: string;
  /** The folder that links must not lead out of; absent for the user's own files, which may link to anywhere. */
  readonly within: string | undefined;
}

/**
 * The agent folders of the project and of the folders above it up to the root of its repository, the nearest first. Excludes the user's
 * own.
 */
export function repositoryAgentFolders(projectDir: string, userDir: string): AgentFolder[] {
  const root = findGitFolder(projectDir)?.root ?? projectDir;
  const users = realPath(join(userDir, 'agents'));
  return foldersUpTo(projectDir, root)
    .map((folder) => join(folder, '.claude', 'agents'))
    .filter((path) => realPath(path) !== users)
    .map((path) => ({ path, within: realPath(root) }));
}

interface FoundAgents {
  readonly files: string[];
  /** All folders that were searched: when these change, the result may too. */
  readonly folders: string[];
  /** Files and folders that are links out of `within`. */
  readonly refused: string[];
}

/** Its Markdown files. Never throws. */
export function findAgentFiles({ path, within }: AgentFolder): FoundAgents {
  const files: string[] = [];
  const refused: string[] = [];
  const folders: string[] = [];
  const seen = new Set<string>();
  let entries = 0;
  const look = (folder: string, depth: number): void => {
    folders.push(folder);
    const real = realPath(folder);
    if (depth > MAX_DEPTH || seen.has(real)) return;
    if (within !== undefined && !isInside(real, within)) {
      refused.push(folder);
      return;
    }
    seen.add(real);
    const names = listFolder(folder, MAX_ENTRIES - entries);
    entries += names.length;
    for (const name of names) {
      const child = join(folder, name);
      if (statOf(child)?.isDirectory()) look(child, depth + 1);
      else if (name.endsWith('.md') && files.length < MAX_FILES) (mayRead(child, within) ? files : refused).push(child);
    }
  };
  look(path, 0);
  return { files, folders, refused };
}

/** A link in a repository must not expose a file elsewhere. */
function mayRead(file: string, within: string | undefined): boolean {
  return within === undefined || linkStatOf(file)?.isSymbolicLink() !== true || isInside(realPath(file), within);
}

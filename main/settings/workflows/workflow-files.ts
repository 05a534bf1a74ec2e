import { join } from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { type FileText, readBounded } from '#main/tool/read-bounded.ts';
import { findGitFolder } from '../git-folder.ts';
import { listFolder } from '../files/list-folder.ts';
import { foldersUpTo } from '../files/folders-up-to.ts';
import { realPath } from '../real-path.ts';

const MAX_BYTES = 512 * 1024;
const MAX_FILES = 50;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}\.js$/u;

/** The folders with workflows of a repository, the nearest first; not the user's own. */
export function repositoryWorkflowFolders(projectDir: string, userDir: string): string[] {
  const root = findGitFolder(projectDir)?.root ?? projectDir;
  const users = realPath(join(userDir, 'workflows'));
  return foldersUpTo(projectDir, root)
    .map((folder) => join(folder, '.claude', 'workflows'))
    .filter((path) => realPath(path) !== users);
}

/** Its scripts. `within`: links must not lead out of this folder. Never throws. */
export function workflowFiles(folder: string, within?: string): string[] {
  return listFolder(folder, 1000)
    .filter((name) => NAME.test(name))
    .map((name) => join(folder, name))
    .filter((file) => within === undefined || isInside(realPath(file), within))
    .slice(0, MAX_FILES);
}

export function readWorkflowFile(file: string): FileText {
  return readBounded(file, MAX_BYTES);
}

/** Whether a name of the repository's supplies is that of a workflow. */
export function isWorkflowName(name: string): boolean {
  return /(?:^|\/)\.claude\/workflows\/[^/]+\.js$/u.test(name);
}

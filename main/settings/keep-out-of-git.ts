import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { linkStatOf } from './file-stat.ts';
import { findGitFolder } from './git-folder.ts';

const PATTERN = '**/.claude/settings.local.json';
const MAX_LIST_BYTES = 4 * 1024 * 1024;

/**
 * Keeps the user's own settings from being committed by accident (then they would count as the repository's), in the
 * repository's private ignore list, which isn't shared. Does its best and never throws.
 */
export async function keepLocalSettingsOutOfGit(projectDir: string): Promise<void> {
  const git = findGitFolder(projectDir);
  if (!git) return;
  const folder = join(git.commonDir, 'info');
  const file = join(folder, 'exclude');
  // A repository that came as an archive may have put a link there, or a pipe that nobody reads.
  if (linkStatOf(folder)?.isSymbolicLink() || linkStatOf(file)?.isFile() === false) return;
  const list = readBounded(file, MAX_LIST_BYTES);
  if (list.kind === 'unreadable') return;
  try {
    await mkdir(folder, { recursive: true });
    const text = list.kind === 'text' ? list.text : '';
    if (text.split(/\r?\n/).includes(PATTERN)) return;
    await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${PATTERN}\n`);
  } catch {
    // A read-only repository: git will just show the file.
  }
}

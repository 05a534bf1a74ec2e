import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkStatOf } from './file-stat.ts';
import { findGitFolder } from './git-folder.ts';

const PATTERN = '**/.claude/settings.local.json';

/**
 * Keeps the user's own settings from being committed by accident (then they would count as the repository's), in the
 * repository's private ignore list, which isn't shared. Does its best and never throws.
 */
export async function keepLocalSettingsOutOfGit(projectDir: string): Promise<void> {
  const git = findGitFolder(projectDir);
  if (!git) return;
  const folder = join(git.commonDir, 'info');
  const file = join(folder, 'exclude');
  // A repository that came as an archive may have put links there.
  if ([folder, file].some((path) => linkStatOf(path)?.isSymbolicLink())) return;
  try {
    await mkdir(folder, { recursive: true });
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.split(/\r?\n/).includes(PATTERN)) return;
    await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${PATTERN}\n`);
  } catch {
    // A read-only repository: git will just show the file.
  }
}

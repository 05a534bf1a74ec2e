import { execFileSync } from 'node:child_process';
import type { HostFixtures } from './host.ts';

export const IDENTITY = {
  GIT_AUTHOR_NAME: 'P',
  GIT_AUTHOR_EMAIL: 'p@example.com',
  GIT_COMMITTER_NAME: 'P',
  GIT_COMMITTER_EMAIL: 'p@example.com',
};

/** Runs git in a folder as a person does. */
export function gitIn(projectDir: string, homeDir: string) {
  const env = { ...process.env, ...IDENTITY, HOME: homeDir, GIT_CONFIG_NOSYSTEM: '1' };
  return (...args: string[]) => execFileSync('git', args, { cwd: projectDir, env, encoding: 'utf8' }).trim();
}

/** A trusted folder in a repository of its own, all of it committed. */
export async function openInGit(
  { startHost, homeDir }: Pick<HostFixtures, 'startHost' | 'homeDir'>,
  { files, env }: { readonly files: Record<string, string>; readonly env: Record<string, string> },
) {
  const first = await startHost({ files, env, noPage: true });
  const { projectDir } = first;
  const git = gitIn(projectDir, homeDir);
  git('init', '--quiet', '--initial-branch=tide');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  await first.stop();
  const { page } = await startHost({ projectDir, env: { ...env, ...IDENTITY } });
  await page.getByRole('button', { name: /^Trust/ }).click();
  return { page, projectDir, git };
}

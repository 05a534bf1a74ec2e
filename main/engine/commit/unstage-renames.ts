import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '#main/log/logger.ts';
import { gitOutput } from '#main/tool/git/git-output.ts';
import { isCommitId } from '#main/tool/git/repository-view.ts';
import { parts } from './commit-files.ts';
import { repositoryOf } from './in-repository.ts';

const log = createLogger('engine');

const LIMITS = { timeMs: 10_000, outputBytes: 16 * 1024 * 1024 };

/**
 * After files got their old names back: takes their renames out of git’s index, as `git mv` put them in. A name that the last commit has is
 * in the index again, with the content staged for it, and the new one isn’t. Runs nothing that the repository names, and touches no other
 * path. If it fails, the renames stay staged.
 * @param paths what was restored, relative to the folder.
 */
export async function unstageRenames(folder: string, paths: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const repository = repositoryOf(folder, env);
  if (typeof repository === 'string' || !isCommitId(repository.head) || paths.length < 2) return;
  const { git, head, atRoot, inView } = repository;
  const isThere = (path: string): boolean => existsSync(join(git.root, path));
  try {
    await inView(async (view) => {
      const list = async (args: readonly string[]): Promise<string[]> => {
        const found: string[] = [];
        for (const part of parts(paths.map(atRoot))) {
          const said = await gitOutput(view.start(['--literal-pathspecs', ...args, '--', ...part]), LIMITS);
          found.push(...said.split('\0').filter((line) => line !== ''));
        }
        return found;
      };
      const staged = entriesOf(await list(['ls-files', '--stage', '-z']), /^(?<mode>\d+) (?<id>[0-9a-f]+) 0\t(?<path>.*)$/su);
      const committed = entriesOf(await list(['ls-tree', '-z', head]), /^(?<mode>\d+) blob (?<id>[0-9a-f]+)\t(?<path>.*)$/su);
      const old = [...committed].filter(([path]) => !staged.has(path) && isThere(path));
      const lines: string[] = [];
      for (const [path, { mode, id }] of staged) {
        if (committed.has(path) || isThere(path)) continue;
        const at = old.findIndex(([, entry]) => entry.id === id);
        const [from] = at < 0 ? [] : old.splice(at, 1);
        if (from) lines.push(`0 ${'0'.repeat(id.length)}\t${path}`, `${mode} ${id}\t${from[0]}`);
      }
      if (lines.length === 0) return;
      await gitOutput(view.start(['update-index', '-z', '--index-info']), LIMITS, lines.map((line) => `${line}\0`).join(''));
    });
  } catch (error) {
    log.warn('A rename that was reverted stays in git’s index', error);
  }
}

interface IndexEntry {
  readonly mode: string;
  readonly id: string;
}

function entriesOf(lines: readonly string[], form: RegExp): ReadonlyMap<string, IndexEntry> {
  return new Map(
    lines.flatMap((line): [string, IndexEntry][] => {
      const { mode, id, path } = form.exec(line)?.groups ?? {};
      return mode === undefined || id === undefined || path === undefined ? [] : [[path, { mode, id }]];
    }),
  );
}

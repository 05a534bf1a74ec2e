import path from 'node:path';
import type { CommandFact } from '#shared/permission/facts.ts';
import { COMPOSE_FILES, composeMayFetch } from './compose-files.ts';
import { goMayFetchItself, goMayFetchModules } from './go-modules.ts';
import { type LineChange, liesIn } from './line-changes.ts';
import { npmObeysProject } from './npm-settings.ts';

/** Project files that change what a read-only program does, by program. */
const OBEYED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', new Set(['.npmrc'])],
  ['npx', new Set(['.npmrc'])],
  ['go', new Set(['go.mod', 'go.work', '.hg', '.svn', '.bzr', '.fslckout', '_fossil_'])],
  ['docker', new Set([...COMPOSE_FILES, '.env'])],
  ['podman', new Set([...COMPOSE_FILES, '.env'])],
]);

/** Whether the line first creates one of these files, or something that may contain one. */
export function obeysChangedFile({ program, cwd }: CommandFact, changes: readonly LineChange[]): boolean {
  const names = OBEYED.get(program);
  return (
    names !== undefined &&
    changes.some(({ path: file, real, makes }) =>
      [file, real].some((made) => names.has(path.basename(made).toLowerCase()) || (makes === 'anything' && liesIn(cwd, made))),
    )
  );
}

interface ProjectPlace {
  readonly dir: string;
  /** Other folders it may be run in. */
  readonly others: readonly { readonly dir: string }[];
  readonly uncertain: boolean;
  readonly projectDir: string;
}

/** Whether settings of the project give a read-only program side effects. */
export function obeysProject(
  program: string,
  verb: string | null | undefined,
  { dir, others, uncertain, projectDir }: ProjectPlace,
): boolean {
  const composes = verb === 'compose' && ['docker', 'podman'].includes(program);
  if (!composes && !['npm', 'npx', 'go'].includes(program)) return false;
  return [dir, ...others.map((other) => other.dir)].some((folder) => {
    if (uncertain) return true;
    if (composes) return composeMayFetch(folder, projectDir);
    if (program !== 'go') return npmObeysProject(folder, projectDir);
    return goMayFetchItself(folder, projectDir) || (/^(?:list|doc)$/u.test(verb ?? '') && goMayFetchModules(folder, projectDir));
  });
}

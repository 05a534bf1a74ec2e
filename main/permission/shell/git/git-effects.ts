import type { CommandFact } from '#shared/permission/facts.ts';
import { gitVerb } from './git-verb.ts';

/** What a sub-command does where that can’t be undone. */
const FINAL: ReadonlyMap<string, string> = new Map([
  ['reset', 'discards uncommitted changes'],
  ['checkout', 'discards uncommitted changes'],
  ['switch', 'discards uncommitted changes'],
  ['restore', 'discards uncommitted changes'],
  ['clean', 'deletes files that git doesn’t track'],
  ['stash', 'deletes stashed changes'],
  ['branch', 'deletes or moves a branch, with commits that nothing else may hold'],
  ['tag', 'deletes or moves a tag'],
  ['push', 'may overwrite or delete what is on the remote'],
]);

/** What an irreversible git command does, for the card; `undefined` for other commands. Its operands are revisions as well as paths. */
export function finalGitEffect({ program, argv, irreversible }: CommandFact): string | undefined {
  return program === 'git' && irreversible ? FINAL.get(gitVerb(argv.slice(1))) : undefined;
}

import type { CommandFact } from '#shared/permission/facts.ts';
import { gitVerb } from './git-verb.ts';

/** What a sub-command does where that can’t be undone. In an effect, “deletes” is followed by a path. */
const FINAL: ReadonlyMap<string, string> = new Map([
  ['checkout', 'discards uncommitted changes'],
  ['switch', 'discards uncommitted changes'],
  ['restore', 'discards uncommitted changes'],
  ['stash', 'drops stashed changes'],
  ['branch', 'removes or moves a branch, with commits that nothing else may hold'],
  ['tag', 'removes or moves a tag'],
  ['push', 'may overwrite or remove what is on the remote'],
]);

/** What an irreversible git command does, for the card; `undefined` for other commands. Its operands are revisions as well as paths. */
export function finalGitEffect({ program, argv, irreversible }: CommandFact): string | undefined {
  if (program !== 'git' || !irreversible) return undefined;
  const verb = gitVerb(argv.slice(1));
  const rest = argv.slice(argv.indexOf(verb) + 1);
  if (verb === 'reset') {
    const to = rest.find((word) => word?.startsWith('-') === false);
    return `discards uncommitted changes${to == null || to === 'HEAD' ? '' : `, and the commits after ${to} leave the branch`}`;
  }
  if (verb === 'clean') {
    const takesIgnored = rest.some((word) => /^-[a-zA-Z]*[xX]/u.test(word ?? ''));
    return `removes files that git doesn’t track${takesIgnored ? ', ignored ones too' : ''}`;
  }
  const moves = (verb === 'checkout' || verb === 'switch') && rest.some((word) => /^(?:-[a-z]*[BC]|--force-c)/u.test(word ?? ''));
  return FINAL.get(moves ? 'branch' : verb);
}

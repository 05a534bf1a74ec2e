import { z } from 'zod';
import { programWords, splitCommandLine } from './split-command-line.ts';

export const gitOperationSchema = z.object({
  commit: z.object({ sha: z.string(), kind: z.enum(['committed', 'amended', 'cherry-picked']), branch: z.string().optional() }).optional(),
  push: z.object({ branch: z.string() }).optional(),
  branch: z.object({ ref: z.string(), action: z.enum(['merged', 'rebased']) }).optional(),
  pr: z
    .object({
      number: z.number().int(),
      url: z.string().optional(),
      action: z.enum([
        'created',
        'edited',
        'merged',
        'commented',
        'closed',
        'reopened',
        'ready',
        'draft',
        'auto-merge-enabled',
        'auto-merge-disabled',
      ]),
    })
    .optional(),
});
export type GitOperation = z.infer<typeof gitOperationSchema>;
type PullRequest = NonNullable<GitOperation['pr']>;

/** What a command did to a repository or pull request, from its words and from the output of git and gh. Only a label: it decides nothing. */
export function gitOperation(command: string, output: string): GitOperation | undefined {
  if (!/\b(?:git|gh)\b/u.test(command)) return undefined;
  let found: GitOperation = {};
  for (const { words } of splitCommandLine(command)) {
    const [program, ...rest] = programWords(words);
    if (program === 'git') found = { ...found, ...byGit(withoutGlobals(rest), output) };
    if (program === 'gh' && rest[0] === 'pr') {
      const pr = pullRequest(rest[1] ?? '', rest.slice(2), output);
      if (pr) found = { ...found, pr };
    }
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

function withoutGlobals(words: readonly string[]): readonly string[] {
  let at = 0;
  while (words[at]?.startsWith('-')) at += words[at] === '-C' || words[at] === '-c' ? 2 : 1;
  return words.slice(at);
}

function byGit([verb, ...words]: readonly string[], output: string): GitOperation {
  switch (verb) {
    case 'commit':
      return commitIn(output, words.includes('--amend') ? 'amended' : 'committed');
    case 'cherry-pick':
      return commitIn(output, 'cherry-picked');
    case 'push':
      return words.includes('--dry-run') || words.includes('-n') ? {} : pushIn(output);
    case 'merge':
      return merged(words, output);
    case 'rebase':
      return rebased(words, output);
    default:
      return {};
  }
}

/** `[main 1a2b3c4] subject`, `[main (root-commit) 1a2b3c4] subject`, `[detached HEAD 1a2b3c4] subject` */
function commitIn(output: string, kind: NonNullable<GitOperation['commit']>['kind']): GitOperation {
  const line = /^\[(?<branch>[^\]\n]{1,250}?)(?: \(root-commit\))? (?<sha>[\da-f]{4,64})\] /mu.exec(output)?.groups;
  const { branch, sha } = line ?? {};
  if (sha === undefined) return {};
  return { commit: { sha, kind, ...(branch !== undefined && branch !== 'detached HEAD' && { branch }) } };
}

/** `   1a2b3c4..5d6e7f8  main -> main`, ` * [new branch]      topic -> topic`, ` + 1a2b3c4...5d6e7f8 main -> main (forced update)` */
function pushIn(output: string): GitOperation {
  const line = /^ [ *+] (?:[\da-f]+\.{2,3}[\da-f]+|\[new branch\])\s+\S+ -> (?<branch>\S+)/mu.exec(output)?.groups;
  return line?.['branch'] === undefined ? {} : { push: { branch: line['branch'] } };
}

function merged(words: readonly string[], output: string): GitOperation {
  const ref = operand(words, new Set(['-m', '-F', '-s', '-X', '--strategy', '--into-name']));
  const isMerged = /^(?:Fast-forward|Merge made by )/mu.test(output);
  return ref === undefined || !isMerged ? {} : { branch: { ref, action: 'merged' } };
}

function rebased(words: readonly string[], output: string): GitOperation {
  const ref = operand(words, new Set(['--onto', '-s', '-X', '-x', '--exec', '--strategy']));
  return ref === undefined || !/^Successfully rebased and updated /mu.test(output) ? {} : { branch: { ref, action: 'rebased' } };
}

function operand(words: readonly string[], valued: ReadonlySet<string>): string | undefined {
  const found = words.find((word, index) => !word.startsWith('-') && !valued.has(words[index - 1] ?? ''));
  return found === undefined ? undefined : unquoted(found);
}

function unquoted(word: string): string {
  return word.replaceAll(/['"]/gu, '');
}

const ADDRESS = /https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+\/pull\/(?<number>\d{1,9})/u;

/** What gh prints after each action. */
const DONE: Readonly<Record<string, readonly [PullRequest['action'], RegExp][]>> = {
  create: [['created', ADDRESS]],
  edit: [['edited', ADDRESS]],
  comment: [['commented', ADDRESS]],
  close: [['closed', /Closed pull request/u]],
  reopen: [['reopened', /Reopened pull request/u]],
  ready: [
    ['draft', /converted to "draft"/u],
    ['ready', /marked as "ready for review"/u],
  ],
  merge: [
    ['auto-merge-enabled', /will be automatically merged|Auto-merge enabled/iu],
    ['auto-merge-disabled', /Auto-merge disabled/iu],
    ['merged', /(?:Merged|Squashed and merged|Rebased and merged) pull request/u],
  ],
};

function pullRequest(verb: string, words: readonly string[], output: string): PullRequest | undefined {
  const action = Object.hasOwn(DONE, verb) ? DONE[verb]?.find(([, said]) => said.test(output))?.[0] : undefined;
  if (action === undefined) return undefined;
  const address = ADDRESS.exec(output);
  const named = words.map((word) => /^(?:#?|https:\S+\/pull\/)(\d{1,9})$/u.exec(unquoted(word))?.[1]).find((one) => one !== undefined);
  const number = Number(address?.groups?.['number'] ?? /pull request (?:\S+)?#(\d{1,9})/u.exec(output)?.[1] ?? named);
  return Number.isSafeInteger(number) && number > 0 ? { number, ...(address && { url: address[0] }), action } : undefined;
}

const PR_WORDS: Readonly<Record<PullRequest['action'], string>> = {
  created: 'created',
  edited: 'edited',
  merged: 'merged',
  commented: 'commented on',
  closed: 'closed',
  reopened: 'reopened',
  ready: 'marked ready:',
  draft: 'made a draft:',
  'auto-merge-enabled': 'enabled auto-merge of',
  'auto-merge-disabled': 'disabled auto-merge of',
};

/** "committed 1a2b3c4, pushed main" */
export function gitOperationWords({ commit, push, branch, pr }: GitOperation): string {
  return [
    commit && `${commit.kind} ${commit.sha.slice(0, 10)}`,
    branch && (branch.action === 'merged' ? `merged ${branch.ref}` : `rebased onto ${branch.ref}`),
    push && `pushed ${push.branch}`,
    pr && `${PR_WORDS[pr.action]} pull request #${String(pr.number)}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

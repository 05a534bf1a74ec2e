import type { ChangedFile, ChangesSince, NoCommit } from '#shared/contract/changes.ts';

const count = (value: number): string => value.toLocaleString('en');
const files = (value: number): string => `${count(value)} file${value === 1 ? '' : 's'}`;

/** More files aren’t named in a message to the agent. */
const MAX_NAMED = 100;

const ALL_CHANGES: Readonly<Record<ChangesSince, string>> = {
  session: 'the changes of this session',
  turn: 'the changes of the last turn',
  commit: 'all changes in this folder since the last commit',
};

/** Of a name that could end its quotes, or start a line of its own. */
function quoted(path: string): string {
  return /[`\p{Cc}]/u.test(path) ? JSON.stringify(path) : `\`${path}\``;
}

function named({ path, from }: ChangedFile): string {
  return `- ${quoted(path)}${from === null ? '' : ` (before: ${quoted(from)})`}`;
}

/** Text of the commit form. */
export const words = {
  title: 'Commit',
  message: 'Message',
  messageHint: 'What changed, and why',
  subjectLength: (length: number, most: number) => `${count(length)} of ${most} characters in the first line`,
  filesToCommit: 'Files to commit',
  chosen: (chosen: number, all: number) => (chosen === all ? `All ${files(all)}` : `${count(chosen)} of ${files(all)}`),
  commitOf: (path: string) => `Commit ${path}`,
  projectFolder: 'Project folder',
  folder: (path: string) => (path === '' ? 'Files in the project folder' : `Files in ${path}`),
  loading: 'Checking the files',
  failed: 'The changes could not be listed',
  nothing: 'Every listed file is committed',
  nothingText: 'No changed file differs from the last commit.',
  ignored: (value: number) => `${files(value)} that git ignores ${value === 1 ? 'isn’t' : 'aren’t'} listed.`,
  more: (value: number) => `… and ${count(value)} more, which the agent can commit.`,
  how: 'Runs git commit in this folder as you would, with the repository’s hooks. Other staged files stay staged.',
  whileWorking: 'The agent is working. Stop it, or commit when it is done.',
  noCommit: {
    untrusted: 'A commit runs the repository’s hooks, and you haven’t trusted this folder.',
    elsewhere:
      'The commands of this session run elsewhere, and a commit would run the repository’s hooks on this machine. Ask the agent to commit.',
  } satisfies Readonly<Record<NoCommit, string>>,
  trust: 'Trust this folder',
  reviewTrust: 'Review and trust…',
  noMessage: 'Write a message first',
  noFiles: 'Choose at least one file',
  commit: 'Commit',
  committing: 'Committing…',
  stop: 'Stop',
  cancel: 'Cancel',
  refused: 'Nothing was committed',
  committed: (value: number, commit: string) => `Committed ${files(value)} as ${commit}`,
  askAgent: 'Ask the agent to commit',
  askAgentHint: 'Writes the message for you; the agent’s git commands ask as usual',
  /** `chosen`: `undefined` for all. */
  agentMessage: (since: ChangesSince, chosen: readonly ChangedFile[] | undefined, message: string) => {
    const how = message === '' ? 'with a message that says why' : 'with the message below';
    const rest = message === '' ? '' : `\n\n${message}`;
    if (chosen === undefined) return `Commit ${ALL_CHANGES[since]}, and only those, ${how}.${rest}`;
    const names = chosen.slice(0, MAX_NAMED).map(named);
    return `Commit these files, and only those, ${how}:\n${names.join('\n')}${rest}`;
  },
} as const;

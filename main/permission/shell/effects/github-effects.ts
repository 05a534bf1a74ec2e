import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const OPTIONS =
  '-R: -t: -b: -F: -B: -H: -a: -r: -l: -p: -m: -d -f -w -y -s -c: -n: -j: -A: -T: -i: --repo= --title= --body= --body-file= --base= --head= --assignee= --reviewer= --label= --project= --milestone= --draft --fill --fill-first --fill-verbose --web --editor --template= --squash --merge --rebase --auto --admin --delete-branch --subject= --match-head-commit= --disable-auto --comment= --reason= --approve --request-changes --yes --force --branch= --detach --recurse-submodules --notes= --notes-file= --generate-notes --target= --prerelease --latest[=] --add-label= --remove-label= --add-assignee= --remove-assignee= --ref= --field= --raw-field= --json= --failed --job= --debug --dry-run --undo --edit-last --no-maintainer-edit --public --private --internal --source= --remote= --push --clone --description=';
/** `gh pr merge -d -s` and `-m -r` are without values, unlike those of other sub-commands. */
const MERGE =
  '-d -s -m -r -t: -b: -F: -A: -R: --repo= --squash --merge --rebase --auto --admin --delete-branch --subject= --body= --body-file= --match-head-commit= --disable-auto --author-email=';
const REVIEW = '-a -c -r -b: -F: -R: --approve --comment --request-changes --body= --body-file= --repo=';

function numbered(what: string, { names: [name] }: NamedWords): string {
  return name === undefined ? `${what} of this branch` : `${what} ${name}`;
}

const place = ({ value }: NamedWords): string => {
  const repository = value('-R', '--repo');
  return repository === undefined ? 'on GitHub' : `in ${repository} on GitHub`;
};

type Says = (words: NamedWords) => string | undefined;

const PULL = 'the pull request';

function merges(words: NamedWords): string {
  const { has } = words;
  const as = has('-s', '--squash') ? ', as one commit' : has('-r', '--rebase') ? ', with its commits on top' : '';
  const later = has('--auto') ? ' once it may be merged' : '';
  return `merges ${numbered(PULL, words)} ${place(words)}${as}${later}${has('-d', '--delete-branch') ? ', and removes its branch' : ''}`;
}

function reviews(words: NamedWords): string {
  const { has } = words;
  const verb = has('-a', '--approve') ? 'approves' : has('-r', '--request-changes') ? 'requests changes on' : 'reviews';
  return `${verb} ${numbered(PULL, words)} ${place(words)}`;
}

const named = (what: string, { names }: NamedWords): string => (names.length === 0 ? what : `${what} ${joined(names)}`);

const TABLE: Readonly<Record<string, Says>> = {
  'pr create': (words) => `opens a pull request${words.has('-d', '--draft') ? ', as a draft,' : ''} ${place(words)}`,
  'pr close': (words) =>
    `closes ${numbered(PULL, words)} ${place(words)}${words.has('-d', '--delete-branch') ? ', and removes its branch' : ''}`,
  'pr reopen': (words) => `opens ${numbered(PULL, words)} again ${place(words)}`,
  'pr comment': (words) => `writes a comment on ${numbered(PULL, words)} ${place(words)}`,
  'pr edit': (words) => `changes ${numbered(PULL, words)} ${place(words)}`,
  'pr ready': (words) => `marks ${numbered(PULL, words)} as ${words.has('--undo') ? 'a draft' : 'ready'} ${place(words)}`,
  'pr checkout': (words) => `fetches ${numbered(PULL, words)} and switches to its branch`,
  'pr update-branch': (words) => `brings the branch of ${numbered(PULL, words)} up to date ${place(words)}`,
  'issue create': (words) => `opens an issue ${place(words)}`,
  'issue close': (words) => `closes ${named('the issue', words)} ${place(words)}`,
  'issue reopen': (words) => `opens ${named('the issue', words)} again ${place(words)}`,
  'issue comment': (words) => `writes a comment on ${named('the issue', words)} ${place(words)}`,
  'issue edit': (words) => `changes ${named('the issue', words)} ${place(words)}`,
  'issue delete': (words) => `removes ${named('the issue', words)} ${place(words)}`,
  'release create': ({ names: [tag], ...words }) =>
    `publishes the release${tag === undefined ? '' : ` ${tag}`} ${place({ names: [], ...words })}`,
  'release upload': ({ names: [tag, ...files], ...words }) =>
    `adds ${files.length === 0 ? 'files' : joined(files)} to the release${tag === undefined ? '' : ` ${tag}`} ${place({ names: [], ...words })}`,
  'repo create': (words) => `creates ${named('the repository', words)} on GitHub${words.has('--public') ? ', open to everyone' : ''}`,
  'repo clone': ({ names: [name] }) => (name === undefined ? undefined : `clones the repository ${name} here`),
  'repo fork': (words) => `forks ${named('the repository', words)} to your account on GitHub`,
  'workflow run': (words) => `starts ${named('the workflow', words)} ${place(words)}`,
  'run rerun': (words) => `starts ${named('the workflow run', words)} again ${place(words)}`,
  'run cancel': (words) => `cancels ${named('the workflow run', words)} ${place(words)}`,
};

const API =
  '-X: -f: -F: -H: -q: -p: -t: -i --method= --field= --raw-field= --header= --jq= --template= --paginate --slurp --silent --include --input= --hostname= --cache= --preview= --verbose';

/** As the client does: with fields it posts, unless a method is given. */
function asks({ names: [address], value, understood }: NamedWords): string | undefined {
  if (!understood || address === undefined || address === 'graphql') return undefined;
  const sends = value('-f', '-F', '--field', '--raw-field', '--input') !== undefined;
  const method = (value('-X', '--method') ?? (sends ? 'POST' : 'GET')).toUpperCase();
  const server = value('--hostname') ?? 'GitHub';
  return method === 'GET' ? `reads ${address} of ${server}` : `sends ${method} ${address} to ${server}`;
}

/** What GitHub’s command line changes there. Rows of what can’t be undone say it of a repository and a release. */
export const GITHUB_EFFECTS: readonly StatedEffect[] = [
  { command: 'gh api', options: API, says: asks, ofNetwork: true },
  { command: 'gh pr merge', options: MERGE, says: merges, ofNetwork: true },
  { command: 'gh pr review', options: REVIEW, says: reviews, ofNetwork: true },
  ...Object.entries(TABLE).map(([verbs, says]): StatedEffect => ({ command: `gh ${verbs}`, options: OPTIONS, says, ofNetwork: true })),
];

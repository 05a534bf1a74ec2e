import type { OptionSpec, ParsedUse } from '../option-spec.ts';
import { text } from './read-only/spec-words.ts';
import { isQuietJqProgram } from './languages/script-languages.ts';

/** `owner/name`: a third part, or an address, would select another host, to which a token might be sent. */
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/u;
const ADDRESS_OF_GITHUB = /^https:\/\/github\.com\/[\w./#?=&%+-]*$/u;
/** Headers that only affect the form of the response. Others may override the method. */
const HEADER = /^(?:Accept|X-GitHub-Api-Version|User-Agent): ?[\w ./+;=,*-]*$/iu;
/** A path of the REST API. GraphQL reads are POST requests, and a full address may be on any host. */
const ENDPOINT = /^(?!\/?graphql)\/?[\w{}][\w{}./?&=%+,:@~#-]*$/iu;

const OUTPUT = '--json= -q: --jq= -t: --template=';
const LIMIT = '-L: --limit=';

const isQuietOutput = ({ values }: ParsedUse): boolean =>
  [...(values.get('-q') ?? []), ...(values.get('--jq') ?? [])].every(isQuietJqProgram);
const repositories = ({ values }: ParsedUse): readonly string[] => [...(values.get('-R') ?? []), ...(values.get('--repo') ?? [])];
const operandsOf = ({ operands }: ParsedUse): readonly string[] => operands.map(({ value }) => value ?? '://');
const namesGithub = (value: string): boolean => !value.includes(':') || ADDRESS_OF_GITHUB.test(value);

const verb = (options: string, maxOperands: number): OptionSpec =>
  text(`${options} ${OUTPUT} -R: --repo=`, {
    maxOperands,
    check: (use) => isQuietOutput(use) && repositories(use).every((name) => REPOSITORY.test(name)) && operandsOf(use).every(namesGithub),
  });

/** The repository is the operand. */
const ofRepository = (options: string): OptionSpec =>
  text(`${options} ${OUTPUT}`, {
    maxOperands: 1,
    check: (use) =>
      isQuietOutput(use) &&
      operandsOf(use).every((name) => /^[\w.-]+$/u.test(name) || REPOSITORY.test(name) || ADDRESS_OF_GITHUB.test(name)),
  });

const search = (options: string): OptionSpec =>
  text(
    `${options} ${LIMIT} ${OUTPUT} -R: --repo= --owner= --language= --match= --sort= --order= --created= --updated= --visibility= --archived[=]`,
    {
      check: isQuietOutput,
    },
  );

const FOUND_IN_TRACKERS =
  '--state= --author= --assignee= --label= --milestone= --mentions= --involves= --commenter= --closed= --comments= --reactions= --interactions= --locked --no-assignee --no-label --no-milestone --no-project --project= --app= --include-prs';

/**
 * Read-only forms of `gh`, by both words of the sub-command (manual of gh 2.6x). Left out: what changes anything, writes files (`run
 * download`), opens a browser (`--web`) or an editor, selects another host, runs extensions, or shows the token (`--show-token`).
 */
export const GITHUB_READS: ReadonlyMap<string, OptionSpec> = new Map([
  ['pr view', verb('-c --comments', 1)],
  [
    'pr list',
    verb(`${LIMIT} --app= -a: --assignee= -A: --author= -B: --base= -d --draft -H: --head= -l: --label= -S: --search= -s: --state=`, 0),
  ],
  ['pr diff', verb('--color= --name-only --patch', 1)],
  ['pr checks', verb('--watch --fail-fast -i: --interval= --required', 1)],
  ['pr status', verb('-c --conflict-status', 0)],
  ['issue view', verb('-c --comments', 1)],
  [
    'issue list',
    verb(`${LIMIT} --app= -a: --assignee= -A: --author= -l: --label= --mention= -m: --milestone= -S: --search= -s: --state=`, 0),
  ],
  ['issue status', verb('', 0)],
  ['run list', verb(`${LIMIT} -a --all -b: --branch= -c: --commit= --created= -e: --event= -s: --status= -u: --user= -w: --workflow=`, 0)],
  ['run view', verb('-a: --attempt= --exit-status -j: --job= --log --log-failed -v --verbose', 1)],
  ['run watch', verb('--compact --exit-status -i: --interval=', 1)],
  ['workflow list', verb(`${LIMIT} -a --all`, 0)],
  ['workflow view', verb('-r: --ref= -y --yaml', 1)],
  ['release list', verb(`${LIMIT} --exclude-drafts --exclude-pre-releases -O: --order=`, 0)],
  ['release view', verb('', 1)],
  ['label list', verb(`${LIMIT} -S: --search= --sort= --order=`, 0)],
  ['cache list', verb(`${LIMIT} -k: --key= -O: --order= -r: --ref= -S: --sort=`, 0)],
  ['repo view', ofRepository('-b: --branch=')],
  ['repo list', ofRepository(`${LIMIT} --archived --fork --source -l: --language= --no-archived --topic= --visibility=`)],
  ['auth status', text('-a --active', { maxOperands: 0 })],
  [
    'search repos',
    search(
      '--followers= --forks= --good-first-issues= --help-wanted-issues= --include-forks= --license= --number-topics= --size= --stars= --topic=',
    ),
  ],
  ['search code', search('--extension= --filename= --size=')],
  [
    'search commits',
    search('--author= --author-date= --author-email= --author-name= --committer= --committer-date= --hash= --merge --parent= --tree='),
  ],
  ['search issues', search(FOUND_IN_TRACKERS)],
  [
    'search prs',
    search(
      `${FOUND_IN_TRACKERS} -B: --base= -H: --head= --checks= --draft --merged --merged-at= --review= --review-requested= --reviewed-by=`,
    ),
  ],
]);

/** GET requests of `gh api`, without a body. */
export const GITHUB_API: OptionSpec = text(
  '-q: --jq= -t: --template= --paginate --slurp -i --include --cache= -X: --method= -H: --header= -p: --preview= --silent',
  {
    minOperands: 1,
    maxOperands: 1,
    check: (use) => {
      const values = (...names: string[]): readonly string[] => names.flatMap((name) => use.values.get(name) ?? []);
      const endpoint = operandsOf(use)[0] ?? '';
      return (
        isQuietOutput(use) &&
        values('-X', '--method').every((method) => method === 'GET') &&
        values('-H', '--header').every((header) => HEADER.test(header)) &&
        ENDPOINT.test(endpoint) &&
        !endpoint.includes('//')
      );
    },
  },
);

/** curl GET requests to GitHub's REST API that print the response. */
export const CURL_OF_GITHUB: OptionSpec = text(
  '-s -S -f -L -i -I --silent --show-error --fail --location --include --head --compressed -m: --max-time= --connect-timeout= --retry= -H: --header=',
  {
    minOperands: 1,
    maxOperands: 1,
    check: (use) =>
      ['-H', '--header'].flatMap((name) => use.values.get(name) ?? []).every((header) => HEADER.test(header)) &&
      /^https:\/\/api\.github\.com\/(?!graphql)[\w./?&=%+,:~-]*$/iu.test(operandsOf(use)[0] ?? ''),
  },
);

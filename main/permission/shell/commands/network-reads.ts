import type { GlobSight } from '../glob-sight.ts';
import { type OptionSpec, type ParsedUse, parseUse } from '../option-spec.ts';
import type { Word } from '../parse/word.ts';
import type { EffectsContext } from '../effects-context.ts';
import { gitProblem } from '../git/git-repository.ts';
import { CURL_OF_GITHUB, GITHUB_API, GITHUB_READS } from './github-reads.ts';
import { text } from './read-only/spec-words.ts';

const COMMON = '-n: --namespace= --context=';
/** Output formats that don't name a file. */
const OUTPUT = /^=?(?:json|yaml|wide|name|kyaml|(?:jsonpath|jsonpath-as-json|go-template|custom-columns)=.*)$/su;

const isQuiet = ({ values, operands }: ParsedUse): boolean =>
  [...(values.get('-o') ?? []), ...(values.get('--output') ?? [])].every((form) => OUTPUT.test(form)) &&
  operands.every(({ value }) => value !== null && !/secret/iu.test(value));

const verb = (options: string, more: Partial<OptionSpec> = {}): OptionSpec =>
  text(`${COMMON} ${options}`, { ...more, check: (use) => isQuiet(use) && more.check?.(use) !== false });

const first = (words: string) => (use: ParsedUse) => words.split(' ').includes(use.operands[0]?.value ?? '');

/**
 * Read-only forms of `kubectl`, by its first word (manual of kubectl 1.3x). Left out: secrets, files (`-f`, `-k`, `--kubeconfig`, whose
 * login may run a program), addresses (`--raw`, `-s`), and everything that changes or runs anything.
 */
const KUBERNETES_READS: ReadonlyMap<string, OptionSpec> = new Map([
  [
    'get',
    verb(
      '-A --all-namespaces -l: --selector= --field-selector= -o: --output= -w --watch --no-headers --show-labels --show-kind --sort-by= -L: --label-columns= --chunk-size= --ignore-not-found',
      { minOperands: 1 },
    ),
  ],
  ['describe', verb('-A --all-namespaces -l: --selector=', { minOperands: 1 })],
  [
    'logs',
    verb(
      '-c: --container= --all-containers -f --follow -p --previous --tail= --since= --since-time= --timestamps --prefix -l: --selector= --limit-bytes= --ignore-errors',
    ),
  ],
  ['top', verb('-A --all-namespaces -l: --selector= --containers --sort-by= --no-headers', { check: first('pod pods po node nodes no') })],
  ['events', verb('-A --all-namespaces --for= --types= -w --watch -o: --output= --no-headers', { maxOperands: 0 })],
  ['rollout', verb('--revision= --timeout= -w --watch', { check: first('status history') })],
  ['explain', verb('--recursive --api-version=', { maxOperands: 1 })],
  ['api-resources', verb('-o: --output= --namespaced --verbs= --api-group= --no-headers --sort-by=', { maxOperands: 0 })],
  ['api-versions', verb('', { maxOperands: 0 })],
  ['cluster-info', verb('', { maxOperands: 0 })],
  ['version', verb('--client -o: --output=', { maxOperands: 0 })],
  [
    'config',
    verb('--minify -o: --output= --no-headers', {
      maxOperands: 1,
      check: first('view current-context get-contexts get-clusters get-users'),
    }),
  ],
]);

/**
 * Whether a command only queries a server the user is logged in to, and changes nothing there or here. Every word must be known: a word
 * computed at run time might send file content to the server.
 */
export function isNetworkRead(program: string, rest: readonly Word[], globs: GlobSight): boolean {
  if (!rest.every((word) => word.value !== null && !word.expands && !word.glob)) return false;
  const found = specOf(program, rest);
  return found !== undefined && parseUse(rest.slice(found.skip), found.spec, globs) !== undefined;
}

interface Found {
  readonly spec: OptionSpec;
  /** Number of words of the sub-command. */
  readonly skip: number;
}

function specOf(program: string, rest: readonly Word[]): Found | undefined {
  const [first, second] = rest.map(({ value }) => value ?? '');
  const of = (spec: OptionSpec | undefined, skip: number): Found | undefined => (spec === undefined ? undefined : { spec, skip });
  switch (program) {
    case 'gh':
      return first === 'api' ? of(GITHUB_API, 1) : of(GITHUB_READS.get(`${first ?? ''} ${second ?? ''}`), 2);
    case 'kubectl': {
      const skip = wordsBeforeVerb(rest);
      return of(KUBERNETES_READS.get(rest[skip]?.value ?? ''), skip + 1);
    }
    case 'curl':
      return of(CURL_OF_GITHUB, 0);
    default:
      return undefined;
  }
}

/** `kubectl -n name get`: which of the user's own clusters, and which namespace. */
function wordsBeforeVerb(rest: readonly Word[]): number {
  let skip = 0;
  for (; /^(?:-n|--(?:namespace|context)(?:=|$))/u.test(rest[skip]?.value ?? ''); skip++)
    if (/^(?:-n|--namespace|--context)$/u.test(rest[skip]?.value ?? '')) skip++;
  return skip;
}

/** Whether a command only queries a server. `gh` runs git to find its repository, and so obeys that repository's configuration. */
export function asksServer(program: string, rest: readonly Word[], context: EffectsContext, globs: GlobSight): boolean {
  if (!isNetworkRead(program, rest, globs)) return false;
  if (program !== 'gh') return true;
  const starts = [context.dir, ...context.others.map(({ dir }) => dir)];
  return !context.uncertain && starts.every((dir) => gitProblem(dir, context.projectDir, 'objects') === undefined);
}

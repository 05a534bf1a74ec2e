import type { OptionSpec, ParsedUse } from '../../option-spec.ts';
import { text } from '../read-only/spec-words.ts';

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
export const KUBERNETES_READS: ReadonlyMap<string, OptionSpec> = new Map([
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

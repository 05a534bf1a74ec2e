import type { OptionSpec, ParsedUse } from '../../option-spec.ts';
import { none, read, text, type ReadOnlyCommand } from './spec-words.ts';

const PLAIN_NAME = /^(?!.*(?:^|\/)\.\.(?:\/|$))[@.\w][\w./@-]*$/u;
const plainNames = (use: ParsedUse): boolean => use.operands.every(({ value }) => PLAIN_NAME.test(value ?? ''));
/** Words after the first file are arguments of the program in it. In a shell a plus sign turns an option off. */
const onlyParses = (flag: string): OptionSpec =>
  read(flag, {
    stopsAtOperand: true,
    opener: '+',
    check: (use) => use.flags.has(flag) && use.operands.length === 1,
  });
const PARSES = onlyParses('-n');

/** Programs that only read in these forms: a rule for one of them means its other forms as well. */
export const READING_FORMS: readonly ReadOnlyCommand[] = [
  ['top', text('-b -c -d: -H -i -n: -o: -p: -u: -w: -1', { check: (use) => use.flags.has('-b') })],
  ['mount', none('-l -V --version --help')],
  ['ifconfig', text('-a -s', { maxOperands: 1 })],
  ['tmux', none('-V')],
  ['shuf', read('-e -i: -n: -r -z --echo --input-range= --head-count= --repeat --zero-terminated --help --version', { globUnsafe: true })],
  ['gofmt', read('-d -e -l -s -r: --help', { recursive: true, globUnsafe: true, stopsAtOperand: true })],
  ['bash', PARSES],
  ['sh', PARSES],
  ['zsh', PARSES],
  ['dash', PARSES],
  ['node', onlyParses('--check')],
  ['nm', read('-a -C -D -g -n -u --demangle --dynamic --extern-only --undefined-only --help --version', { opener: '@' })],
];

/** Read-only verbs by program, with the options that may follow. Left out are verbs that query a server or run code of the project. */
export const READ_ONLY_SUBCOMMANDS: ReadonlyMap<string, ReadonlyMap<string, OptionSpec>> = new Map([
  [
    'go',
    new Map([
      ['version', text('-m -v', { maxOperands: 0 })],
      ['env', text('-json -changed', { check: plainNames })],
      ['doc', text('-all -c -cmd -short -src -u', { check: plainNames })],
      [
        'list',
        text('-deps -e -f: -find -m -test', {
          // A module with a version is asked for at servers.
          check: (use) =>
            plainNames(use) &&
            !use.operands.some(({ value }) => value?.includes('@')) &&
            (!use.flags.has('-m') || use.operands.every(({ value }) => value === 'all')) &&
            !use.values.get('-f')?.some((value) => value.includes('Stale')),
        }),
      ],
    ]),
  ],
  [
    'npm',
    new Map([
      [
        'ls',
        text('-a -g -l -p --all --depth= --dev --global --include= --json --long --omit= --package-lock-only --parseable --prod', {
          check: plainNames,
        }),
      ],
      ['root', text('-g --global', { maxOperands: 0 })],
      ['prefix', text('-g --global', { maxOperands: 0 })],
      ['run', text('', { maxOperands: 0 })],
      ['config', text('--json', { check: (use) => plainNames(use) && /^(?:get \S+|list|ls)$/u.test(wordsOf(use)) })],
    ]),
  ],
  [
    'tmux',
    new Map(
      'ls list-sessions lsw list-windows lsp list-panes lsc list-clients has has-session'
        .split(' ')
        .map((verb) => [verb, text('-a -s -t: -F:', { maxOperands: 0, globUnsafe: true, check: printsPlainly })]),
    ),
  ],
  ...['pip', 'pip3'].map((name): [string, ReadonlyMap<string, OptionSpec>] => [
    name,
    new Map([
      ['list', text('-e -l --editable --local --not-required --user --format=', { maxOperands: 0 })],
      ['freeze', text('-l --all --local --user', { maxOperands: 0 })],
      ['show', text('-f --files', { check: plainNames })],
    ]),
  ]),
]);

/** A format may run a command: `#(…)`, or the content of one of its variables. A `;` at the end of a word starts another tmux command. */
function printsPlainly(use: ParsedUse): boolean {
  const formats = use.values.get('-F') ?? [];
  return (
    formats.every((format) => /^[^#]*(?:#\{[a-z_]+\}[^#]*)*$/u.test(format)) &&
    ![...use.values.values()].flat().some((value) => value.endsWith(';'))
  );
}

function wordsOf(use: ParsedUse): string {
  return use.operands.map(({ value }) => value ?? '').join(' ');
}

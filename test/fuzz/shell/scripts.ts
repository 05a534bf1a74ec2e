import fc, { type Arbitrary } from 'fast-check';

const pick = (...texts: readonly string[]): Arbitrary<string> => fc.constantFrom(...texts);

/** Marks the start of a here-document, whose body follows at the end of the line. */
const DOCUMENT = '\u0001';

/** What a shell script may have between two words of a command. */
const gap = fc.oneof({ weight: 12, arbitrary: fc.constant(' ') }, pick('  ', '\t', ' \\\n', ' \\\n  ', '\\\n ', ' \\\n\\\n'));

/** Harmless arguments in every kind of quotes, with line breaks in them. */
const word = fc.oneof(
  { weight: 6, arbitrary: pick('a', 'x', '-n', '1', 'keep.txt', 'src', 'list.txt', '.', '--', '-') },
  pick("'a b'", '"a b"', "'a\nb'", '"a\nb"', '"a\\\nb"', "'a\\\nb'", 'a\\\nb', '\\#', '#x', 'a#b', "''", '""', "$'a\\nb'", '"$x"', '$x'),
  pick('"$(echo a)"', '$(ls\n)', '"$(cat list.txt | head -1\n)"', '`ls`', '*', 'a=b', '{a,b}', '$((1+1))', '~', '"#"', '!', '"`ls`"'),
  // Words that end or start something where a command is expected.
  pick('then', 'fi', 'do', 'done', 'in', 'esac', 'for', '[', ']', ']]', 'time'),
);

const redirection = fc.oneof(
  pick(
    '2>/dev/null',
    '>/dev/null',
    '2>&1',
    '>&2',
    '< list.txt',
    '<list.txt',
    '&>/dev/null',
    '<<< x',
    "<<<'a b'",
    '2>|/dev/null',
    '>>/dev/null',
  ),
  pick('<', '>', '2>', '>>').map((operator) => `${operator} \\\n/dev/null`),
  pick('<<', '<<-', '- <<', '0<<').map((operator) => `${operator}${DOCUMENT}`),
);

const program = fc.oneof(
  {
    weight: 8,
    arbitrary: pick('echo', 'ls', 'cat', 'head', 'sort', 'wc', 'grep a', 'true', 'uniq', 'tail -n 1', 'printf x', 'git status'),
  },
  { weight: 2, arbitrary: pick('cd src', 'cd ..', 'cd', ':', 'test -f', 'read l', 'x=1', 'export y=2', 'time ls', 'command ls') },
  { weight: 3, arbitrary: pick('canary', './run.sh', 'x=1 canary', 'cat secret.env', 'rm keep.txt', 'cp list.txt keep.txt') },
);

/** A command with arguments and redirections in any order. */
const simple = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: fc.constant('') }, redirection),
    program,
    fc.array(fc.tuple(gap, fc.oneof({ weight: 3, arbitrary: word }, redirection)), { maxLength: 3 }),
  )
  .map(([before, name, rest]) => (before === '' ? '' : `${before} `) + name + rest.map((parts) => parts.join('')).join(''));

const comment = pick('', '', '', ' # c', ' # it\'s "open', ' # a \\', ' # `x', ' #', ' # <<E', ' # then');

const { script } = fc.letrec<{ script: string; list: string; pipeline: string; stage: string }>((tie) => ({
  script: fc
    .array(fc.tuple(tie('list'), comment, pick('\n', '\n', '\n\n', ';\n', ' ;', ' &\n', '; ')), { minLength: 1, maxLength: 4 })
    .map((statements) => statements.map((parts) => parts.join('')).join('')),
  list: fc
    .tuple(
      tie('pipeline'),
      fc.array(fc.tuple(pick(' && ', ' || ', ' &&\n', ' ||\n', '&&', ' \\\n&& ', ' && # c\n'), tie('pipeline')), { maxLength: 2 }),
    )
    .map(([first, rest]) => first + rest.map((parts) => parts.join('')).join('')),
  pipeline: fc
    .tuple(
      pick('', '', '', '', '! ', 'time '),
      tie('stage'),
      fc.array(fc.tuple(pick(' | ', ' | ', '|', ' |\n', ' |& ', ' \\\n| ', ' | # c\n', ' |\n\n '), tie('stage')), { maxLength: 4 }),
    )
    .map(([start, first, rest]) => start + first + rest.map((parts) => parts.join('')).join('')),
  stage: fc.oneof(
    { depthSize: 'small' },
    { weight: 9, arbitrary: simple },
    fc
      .tuple(
        fc.oneof(
          tie('script').map((inner) => `( ${inner} )`),
          tie('script').map((inner) => `{ ${inner}\n}`),
          fc.tuple(tie('script'), tie('script')).map(([test, body]) => `if ${test}\nthen ${body}\nfi`),
          fc.tuple(tie('list'), tie('list'), tie('list')).map(([test, body, other]) => `if ${test}; then ${body}; else ${other}; fi`),
          fc
            .tuple(fc.array(word, { minLength: 1, maxLength: 2 }), tie('script'))
            .map(([words, body]) => `for f in ${words.join(' ')}\ndo ${body}\ndone`),
          tie('script').map((body) => `while false; do ${body}\ndone`),
          fc.tuple(word, tie('script')).map(([subject, body]) => `case ${subject} in\na) ${body}\n;;\n*) echo b;; esac`),
          fc.tuple(word, pick('=', '==', '=~', '<', '>', '-nt', '&&', '||'), word).map((parts) => `[[ ${parts.join(' ')} ]]`),
          fc.tuple(word, pick('=', '!=', '-nt', '>', '<', '-a', '\\>'), word).map((parts) => `[ ${parts.join(' ')} ]`),
        ),
        fc.oneof(
          { weight: 4, arbitrary: fc.constant('') },
          redirection.map((text) => ` ${text}`),
        ),
      )
      .map((parts) => parts.join('')),
  ),
}));

const document = fc.record({
  delimiter: pick('E', 'EOF', 'a'),
  quote: pick('', '', "'", '"', '\\'),
  body: fc.array(
    pick('text', 'canary', "it's", '$(canary)', '`canary`', '$x', 'E', ' E', 'a \\', '\ttab', '"open', 'rm keep.txt', 'fi', '# c'),
    { maxLength: 3 },
  ),
});

/** Scripts of several lines: pipelines, lists, here-documents, continued lines, comments and redirections in every combination. */
export const shellScripts: Arbitrary<string> = fc
  .tuple(script, fc.array(document, { minLength: 4, maxLength: 4 }))
  .map(([text, documents]) => withDocuments(text, documents).trimEnd());

interface Document {
  readonly delimiter: string;
  readonly quote: string;
  readonly body: readonly string[];
}

/** Writes out each here-document: its delimiter at its start, its body after the line. */
function withDocuments(text: string, documents: readonly Document[]): string {
  let written = '';
  let pending: string[] = [];
  let count = 0;
  for (const [index, char] of [...`${text}\n`].entries()) {
    if (char === DOCUMENT) {
      const one = documents[count++ % documents.length];
      if (one === undefined) continue;
      const { delimiter, quote, body } = one;
      written += quote === '\\' ? `\\${delimiter}` : quote + delimiter + quote;
      pending.push([...body.filter((line) => line !== delimiter), delimiter, ''].join('\n'));
      continue;
    }
    written += char;
    // A continued line doesn't end here.
    if (char === '\n' && text[index - 1] !== '\\') {
      written += pending.join('');
      pending = [];
    }
  }
  return written;
}

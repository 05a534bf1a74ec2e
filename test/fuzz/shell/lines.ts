import fc, { type Arbitrary } from 'fast-check';
import { shellScripts } from './scripts.ts';
import { EVERYDAY_LINES } from './everyday-lines.ts';
import { FRAGMENTS } from './fragments.ts';
import { OPTION_WORDS } from './option-words.ts';
import { ASSIGNMENTS, PROGRAMS } from './programs.ts';
import { searches } from './searches.ts';
import { SPELLINGS, TOKENS } from './tokens.ts';

const pick = (texts: readonly string[]): Arbitrary<string> => fc.constantFrom(...texts);

/** Lines of every kind: everyday ones and known attacks with insertions, lines from a grammar, and noise. */
export function shellLines(attacks: readonly string[]): Arbitrary<string> {
  const known = fc.oneof(
    { weight: 3, arbitrary: pick(EVERYDAY_LINES) },
    { weight: 1, arbitrary: attacks.length > 0 ? pick(attacks) : pick(FRAGMENTS) },
  );
  const piece = fc.oneof(
    { weight: 3, arbitrary: pick(FRAGMENTS) },
    { weight: 3, arbitrary: pick(TOKENS) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }) },
  );
  return fc
    .oneof(
      { weight: 4, arbitrary: mutated(known, piece) },
      { weight: 6, arbitrary: shellScripts },
      { weight: 2, arbitrary: mutated(shellScripts, piece) },
      { weight: 3, arbitrary: calls },
      { weight: 2, arbitrary: searches },
      { weight: 1, arbitrary: mutated(searches, piece) },
      { weight: 2, arbitrary: grammar().line },
      { weight: 2, arbitrary: mutated(fc.oneof(calls, grammar().line), piece) },
      { weight: 1, arbitrary: mixed },
      { weight: 2, arbitrary: noise },
    )
    .chain((line) => respelled(line))
    .map((line) => line.replaceAll('\0', '').slice(0, 600));
}

/** Fragments inserted, removed or duplicated at random positions. */
function mutated(from: Arbitrary<string>, piece: Arbitrary<string>): Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(10_000),
    cut: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(4)),
    text: fc.oneof({ weight: 6, arbitrary: piece }, fc.constant('')),
  });
  return fc.tuple(from, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([line, edits]) =>
    edits.reduce((text, { at, cut, text: put }) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + put + text.slice(index + cut);
    }, line),
  );
}

/** Occasionally spells the canary differently. */
function respelled(line: string): Arbitrary<string> {
  if (!line.includes('canary')) return fc.constant(line);
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(line) },
    pick(SPELLINGS).map((spelling) => line.replace('canary', () => spelling)),
  );
}

/** Other ways to write a word, of which the shell makes the word itself. */
const SPELT: readonly ((word: string) => string)[] = [
  (word) => `"$(cat <<-'E'\n\t${word}\nE\n)"`,
  (word) => `"$(cat <<'E'\n${word}\n\nE\n)"`,
  (word) => `$"${word}"`,
  (word) => `$'${word}'`,
  (word) => `"${word}"`,
];

const optionWord = fc.oneof(
  { weight: 7, arbitrary: pick(OPTION_WORDS) },
  fc.tuple(pick(OPTION_WORDS), fc.constantFrom(...SPELT)).map(([word, spell]) => word.replace(/\S+/u, spell)),
);

/** A known program with arguments from all over its manual. */
const calls = fc
  .tuple(
    fc.array(pick(ASSIGNMENTS), { maxLength: 1 }),
    pick(PROGRAMS),
    fc.array(optionWord, { maxLength: 4 }),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, pick(FRAGMENTS)),
  )
  .chain(([before, program, words, after]) => fc.boolean().map((plain) => [...(plain ? [] : before), program, ...words].join(' ') + after));

/** Two harmless halves around a fragment, in quotes or not. */
const mixed = fc
  .tuple(
    pick(EVERYDAY_LINES),
    pick(['"', "'", '', ' ', '\\', '$(', '`', '<<E\n', '#', "$'"]),
    pick(FRAGMENTS),
    pick(['"', "'", '', ')', '`', '\nE\n', '\n', "\\'"]),
    pick(EVERYDAY_LINES),
  )
  .map((parts) => parts.join(''));

const noise = fc
  .tuple(
    pick(['', 'echo ', 'ls ', 'cat ', 'echo "', "echo '", 'echo a;', 'cat <<E\n', 'git log ', "echo $'"]),
    fc.array(fc.oneof({ weight: 12, arbitrary: pick(TOKENS) }, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), {
      minLength: 1,
      maxLength: 14,
    }),
  )
  .map(([start, parts]) => start + parts.join(''));

function grammar(): { line: Arbitrary<string> } {
  return fc.letrec<{ line: string; command: string; word: string; simple: string }>((tie) => ({
    line: fc.oneof(
      { depthSize: 'small' },
      tie('command'),
      fc
        .tuple(tie('command'), pick([' ; ', ';', ' && ', ' || ', ' | ', ' |& ', ' & ', '\n', ' \\\n&& ', ';\n']), tie('line'))
        .map((parts) => parts.join('')),
    ),
    command: fc.oneof(
      { depthSize: 'small' },
      tie('simple'),
      tie('simple'),
      pick(EVERYDAY_LINES),
      tie('line').map((inner) => `(${inner})`),
      tie('line').map((inner) => `{ ${inner}\n}`),
      tie('line').map((inner) => `if ${inner}; then echo a; else ${inner}; fi`),
      fc.tuple(tie('word'), tie('line')).map(([word, inner]) => `for x in ${word}; do ${inner}\ndone`),
      tie('line').map((inner) => `while ${inner}; do break; done`),
      fc.tuple(tie('word'), tie('word'), tie('line')).map(([word, item, inner]) => `case ${word} in ${item}) ${inner};; *) ;; esac`),
      fc.tuple(pick(['f', 'ls', 'cat', 'echo', 'git']), tie('line')).map(([name, inner]) => `${name}() { ${inner}\n}; ${name}`),
      fc
        .tuple(tie('simple'), pick(['<<E', "<<'E'", '<<-E', '<<"E"', '<< \\E']), tie('line'), pick(['E', '\tE', 'E ', ' E', 'E\\', '"E"']))
        .map(([simple, start, inner, end]) => `${simple} ${start}\n${inner}\n${end}\n`),
      fc
        .tuple(tie('word'), pick(['==', '=~', '-eq', '-nt', '<']), tie('word'))
        .map(([left, operator, right]) => `[[ ${left} ${operator} ${right} ]]`),
      tie('line').map((inner) => `! ${inner}`),
    ),
    simple: fc
      .tuple(
        fc.oneof(
          { weight: 5, arbitrary: fc.constant('') },
          pick(ASSIGNMENTS).map((text) => `${text} `),
        ),
        fc.oneof(
          {
            weight: 5,
            arbitrary: pick(['echo', 'ls', 'cat', 'grep a', 'git log', 'git status', 'printf %s', 'test', 'true', 'cd', 'find', 'sort']),
          },
          pick(PROGRAMS),
          fc.constant('canary'),
          pick(['timeout 2', 'nice', 'command', 'env', 'xargs', 'nohup', 'exec', 'eval', 'bash -c', 'time']).chain((wrapper) =>
            pick(['ls', 'echo', 'canary', "'canary'", 'cat keep.txt']).map((inner) => `${wrapper} ${inner}`),
          ),
        ),
        fc.array(tie('word'), { maxLength: 3 }),
        fc.oneof(
          { weight: 5, arbitrary: fc.constant('') },
          fc
            .tuple(pick([' >', ' <', ' 2>', ' >>', ' &>', ' >|', ' <<< ', ' >& ', ' <&', ' 3<>', ' {fd}>']), tie('word'))
            .map((parts) => parts.join('')),
        ),
      )
      .map(([before, program, words, after]) => `${before}${[program, ...words].join(' ')}${after}`),
    word: fc.oneof(
      { depthSize: 'small' },
      pick([
        'a',
        'keep.txt',
        'src',
        '*',
        '$x',
        '"$x"',
        '-l',
        '.',
        '/dev/null',
        "'a b'",
        '"a b"',
        '~',
        '{a,b}',
        'secret.env',
        '1',
        '&1',
        '-',
      ]),
      pick(OPTION_WORDS),
      tie('line').map((inner) => `$(${inner})`),
      tie('line').map((inner) => `"$(${inner})"`),
      tie('line').map((inner) => `'${inner.replaceAll("'", '')}'`),
      tie('line').map((inner) => `"${inner.replaceAll('"', '\\"')}"`),
      tie('line').map((inner) => `\`${inner.replaceAll('`', '')}\``),
      tie('line').map((inner) => `<(${inner})`),
      fc
        .tuple(pick(['x:-', 'x:=', 'x:+', '#x', 'x/a/', 'x%', '!x', 'x@P', 'x[', 'x:0:', 'x^^']), tie('word'))
        .map(([start, word]) => `\${${start}${word}}`),
      tie('word').map((word) => `$((${word}))`),
      fc.tuple(tie('word'), tie('word')).map((parts) => parts.join('')),
      fc.tuple(pick(['\\', '$', '"', "'"]), tie('word')).map((parts) => parts.join('')),
    ),
  }));
}

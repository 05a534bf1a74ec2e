import type { ParsedUse } from '../../option-spec.ts';
import type { Word } from '../../parse/word.ts';
import { read, text, type ReadOnlyCommand } from './spec-words.ts';

const unpack = (options: string, suffix?: RegExp): ReadOnlyCommand[1] =>
  read(options, {
    globUnsafe: true,
    check: (use) =>
      (printsOut(use) || use.operands.length === 0) &&
      (suffix === undefined || use.operands.every(({ value }) => suffix.test(value ?? ''))),
  });
/** For some of these programs the last of `-t`, `-l` and `-d` wins, so that an archive could be unpacked to a file after all. */
const printsOut = ({ flags }: ParsedUse): boolean => {
  const has = (...names: readonly string[]): boolean => names.some((name) => flags.has(name));
  if (has('-c', '--stdout', '--to-stdout', '--help', '--version')) return true;
  return has('-l', '--list', '-t', '--test') && !has('-d', '--decompress', '--uncompress');
};

/** Without one of these endings, `gzip` looks for a file that has it. */
const GZIPPED = /\.(?:t?gz|t?z|taz|Z)$/u;
const GZIP = '-c -d -l -N -n -q -t -v --stdout --to-stdout --decompress --uncompress --list --quiet --test --verbose --help --version';
const XZ = '-c -d -l -q -t -v --stdout --to-stdout --decompress --list --quiet --test --verbose --help --version';

/** Prints the content of archives and compressed files; nothing is unpacked to a file. */
export const ARCHIVES: readonly ReadOnlyCommand[] = [
  [
    'tar',
    text('-t -v -z -j -J -f:read --list --verbose --gzip --bzip2 --xz --zstd --file=read --help --version', {
      globUnsafe: true,
      check: listsArchive,
    }),
  ],
  ['gzip', unpack(GZIP, GZIPPED)],
  ['gunzip', unpack(GZIP, GZIPPED)],
  ['zcat', read('-f -q -v --force --help --version', { check: (use) => use.operands.every(({ value }) => GZIPPED.test(value ?? '')) })],
  ['bzip2', unpack('-c -d -q -s -t -v --stdout --decompress --quiet --test --verbose --help --version')],
  ['bzcat', read('-s --small --help --version')],
  ['xz', unpack(XZ)],
  ['xzcat', read('-q --quiet --help --version')],
  ['zstd', unpack(XZ)],
  ['zstdcat', read('-q --quiet --help --version')],
  // Words after the archive are names in it, even if they look like options.
  ['unzip', text('-l -v -t -p -Z -1 -q', { globUnsafe: true, stopsAtOperand: true, check: looksIntoZip })],
  ['zipinfo', text('-1 -2 -s -m -l -v -h -t', { globUnsafe: true, stopsAtOperand: true, check: (use) => isZip(use.operands[0]) })],
];

/** A name with a colon could be a file on another machine. */
function listsArchive({ flags, values }: ParsedUse): boolean {
  const files = [...(values.get('-f') ?? []), ...(values.get('--file') ?? [])];
  if (flags.has('--help') || flags.has('--version')) return true;
  return (flags.has('-t') || flags.has('--list')) && files.every((file) => !file.includes(':'));
}

/** Letters without a dash are options too, with `f` last (`tar tf x`). */
export function withDash(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words;
  if (first?.value === null || first === undefined || !/^[tvzjJ]+f$/u.test(first.value)) return words;
  return [{ ...first, value: `-${first.value}` }, ...rest];
}

function looksIntoZip({ flags, operands }: ParsedUse): boolean {
  return (
    ['-l', '-v', '-t', '-p', '-Z'].some((flag) => flags.has(flag)) && (isZip(operands[0]) || (flags.has('-v') && operands.length === 0))
  );
}

/** One archive by its full name: the program itself resolves patterns and missing endings. */
function isZip(word: Word | undefined): boolean {
  return word?.glob === false && /^[^*?[\]\\]+\.(?:zip|ZIP|jar|whl|war|apk|vsix|xpi|docx|xlsx|pptx|odt|ods|epub)$/u.test(word.value ?? '');
}

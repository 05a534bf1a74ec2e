import type { ShellFacts } from '#shared/permission/facts.ts';
import { isQuietSedScript } from './commands/languages/quiet-sed-script.ts';

/** A `sed -i` that only substitutes text in one file. */
export interface SedEdit {
  /** Its one file, absolute. */
  readonly path: string;
  /** Options and script for sed to print the new content of what it reads from its input. */
  readonly args: readonly string[];
  /** Added to the file's name for a copy of the previous content. */
  readonly backupSuffix?: string;
}

/** Words of which the shell changes nothing but the quotes. */
const WORD = /'[^'\n]*'|"(?:[^"$`\\!\n]|\\[^"$`\\!\n])*"|[\w.,/:=@%^+-]+/y;
/** `.` or `~` first: GNU sed takes `-iE` as a suffix, which is hardly ever meant. */
const SUFFIX = /^[.~][\w.~-]*$/u;
const BSD: ReadonlySet<NodeJS.Platform> = new Set<NodeJS.Platform>(['darwin', 'freebsd', 'openbsd', 'netbsd']);

/**
 * `undefined` unless the line is one such command in a simple form, and both the permission engine's reading and a plain split at blanks find
 * the same words.
 */
export function sedEditOf(line: string, facts: ShellFacts, platform: NodeJS.Platform = process.platform): SedEdit | undefined {
  const [command] = facts.commands;
  const words = plainWords(line.trim());
  if (words === undefined || command === undefined || facts.commands.length !== 1 || facts.limits.length > 0) return undefined;
  const { argv, env, nested } = command;
  const paths = command.paths.filter(({ access }) => access !== 'mention');
  if (nested || env.length > 0 || argv.length !== words.length || !words.every((word, index) => argv[index] === word)) return undefined;
  if (!/^(?:\/bin\/|\/usr\/bin\/)?sed$/u.test(words[0] ?? '')) return undefined;
  const use = readOptions(words.slice(1), BSD.has(platform));
  if (use === undefined || !isSubstitution(use.script)) return undefined;
  const written = paths.filter(({ spelled, access }) => spelled === use.file && access === 'write');
  const [target] = written;
  if (target === undefined || written.length !== 1 || paths.length !== (use.suffix === undefined ? 1 : 2)) return undefined;
  if (paths.some(({ glob, unresolved, oddity, access }) => glob || unresolved || oddity !== undefined || access !== 'write'))
    return undefined;
  return {
    path: target.path,
    args: [...use.options, '-e', use.script],
    ...(use.suffix !== undefined && { backupSuffix: use.suffix }),
  };
}

function plainWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length;) {
    if (line[at] === ' ' || line[at] === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
      continue;
    }
    WORD.lastIndex = at;
    const part = WORD.exec(line)?.[0];
    if (part === undefined) return undefined;
    word = (word ?? '') + (/^['"]/u.test(part) ? part.slice(1, -1) : part);
    at += part.length;
  }
  return word === undefined ? words : [...words, word];
}

interface SedUse {
  readonly options: readonly string[];
  readonly script: string;
  readonly file: string;
  readonly suffix?: string;
}

function readOptions(words: readonly string[], isBsd: boolean): SedUse | undefined {
  const options = new Set<string>();
  const scripts: string[] = [];
  const operands: string[] = [];
  let suffix: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      operands.push(word);
      continue;
    }
    // BSD's first operand ends the options.
    if (isBsd && operands.length > 0) return undefined;
    if (word === '-e' || word === '--expression') {
      const script = words[++at];
      if (script === undefined) return undefined;
      scripts.push(script);
      continue;
    }
    const long = /^--(?:in-place(?:=(.+))?|regexp-extended|quiet|silent)$/u.exec(word);
    const short = /^-([nEr]*)(?:i(.*))?$/u.exec(word);
    if (word === '-' || (long === null && short === null) || (long !== null && isBsd)) return undefined;
    const isInPlace = long === null ? short?.[2] !== undefined : word.startsWith('--in-place');
    if (/^--(?:quiet|silent)$/u.test(word) || short?.[1]?.includes('n') === true) options.add('-n');
    if (word === '--regexp-extended' || /[Er]/u.test(short?.[1] ?? '')) options.add('-E');
    if (!isInPlace) continue;
    if (suffix !== undefined) return undefined;
    suffix = long?.[1] ?? short?.[2] ?? '';
    if (suffix === '' && isBsd) suffix = words[++at] ?? '-';
    if (suffix !== '' && !SUFFIX.test(suffix)) return undefined;
  }
  if (suffix === undefined) return undefined;
  const script = scripts.length > 0 ? scripts.join('\n') : operands.shift();
  const [file] = operands;
  if (script === undefined || file === undefined || file === '' || operands.length !== 1) return undefined;
  return { options: [...options], script, file, ...(suffix !== '' && { suffix }) };
}

const PLACE = String.raw`(?:\d+|\$|\/(?:[^/\\\n[]|\\[^\n])+\/)`;
const PART = String.raw`(?:(?!\k<delimiter>)[^\\\n]|\\[^\n])*`;
const SUBSTITUTION = new RegExp(
  String.raw`^[ \t]*(?:${PLACE}(?:,${PLACE})?)?[ \t]*s(?<delimiter>[^\w\s\\;])${PART}\k<delimiter>${PART}\k<delimiter>[gpiI\d]*[ \t]*(?:$|[;\n])`,
  'u',
);

/** Repetitions multiply where they are nested, and so does the memory that sed takes. */
const MAX_REPETITIONS = 1000;

/** Nothing but `s` commands, each with at most a simple address. */
function isSubstitution(script: string): boolean {
  if (script.trim() === '' || script.length > 4000 || !isQuietSedScript(script)) return false;
  const counts = [...script.matchAll(/\{[^}]*/gu)].flatMap(([interval]) => interval.match(/\d+/gu) ?? []);
  if (counts.reduce((product, count) => product * Math.max(1, Number(count)), 1) > MAX_REPETITIONS) return false;
  let rest = script;
  while (rest.trim() !== '') {
    const found = SUBSTITUTION.exec(rest)?.[0];
    if (found === undefined) return false;
    rest = rest.slice(found.length);
  }
  return true;
}

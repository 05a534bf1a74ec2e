import { INTERPRETERS } from '../commands/program-names.ts';
import { readsCode } from '../commands/interpreter-options.ts';
import { keepsReading } from './later-meaning.ts';
import { groupedTasks } from './task-groups.ts';
import type { RawCommand } from './raw-command.ts';
import type { Word } from './word.ts';

export const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'csh', 'tcsh', 'mksh', 'rbash']);
const SCRIPTED: ReadonlySet<string> = new Set([
  ...INTERPRETERS,
  ...'expect ghci irb tsx ts-node scala groovy groovysh clj clojure iex jshell julia'.split(' '),
]);
const INLINE = /^-(?:[a-zA-Z]*[ceErp])$|^--(?:eval|print|command|execute)(?:=|$)/u;

export interface InnerScripts {
  /** Shell text on this line that will be run. */
  readonly texts: readonly string[];
  /** Why it runs code that can't be analysed: another language, a script file, a pipe, a computed text. */
  readonly opaque: string | undefined;
}

const NONE: InnerScripts = { texts: [], opaque: undefined };

/** Finds shell text passed to a program that will run it (`bash -c`, `eval`, `trap`, `watch` …). */
export function innerScripts(program: string, words: readonly Word[], command: RawCommand): InnerScripts {
  const rest = words.slice(1);
  if (SHELLS.has(program)) return shellScript(rest, command);
  if (program === 'eval') return joined(rest);
  if (program === 'trap') return rest.length > 1 ? literal(rest.find((word) => word.value !== '--')) : NONE;
  if (program === 'watch')
    return joined(
      rest.slice(
        Math.max(
          0,
          rest.findIndex((word) => !/^-|^\d+(?:\.\d+)?$/u.test(word.value ?? '')),
        ),
      ),
    );
  if (program === 'ssh') return rest.length > 1 ? joined(rest.slice(1)) : NONE;
  if (
    [
      'su',
      'runuser',
      'script',
      'flock',
      'env',
      'nix-shell',
      'mapfile',
      'readarray',
      'compgen',
      'complete',
      'git',
      'parallel',
      'xargs',
      'split',
      'fish',
    ].includes(program)
  )
    return flagged(program, rest);
  const tasks = groupedTasks(program, rest);
  if (tasks.length > 0)
    return { texts: tasks.filter((task) => task !== null), opaque: tasks.includes(null) ? 'It runs a computed text.' : undefined };
  if (program === 'cross-env-shell') return joined(rest.filter(({ value }) => value === null || !/^[A-Za-z_]\w*=/u.test(value)));
  if (program === 'at' || program === 'batch') {
    return { texts: command.stdin === undefined ? [] : [command.stdin], opaque: 'It keeps what it reads, to run it later.' };
  }
  if (program === 'crontab' && !rest.every((word) => word.value === '-l'))
    return {
      texts: [],
      opaque: rest.some(({ value }) => /^-[a-z]*r/u.test(value ?? ''))
        ? 'It changes which commands run later.'
        : 'It sets up commands that run later.',
    };
  if (program === 'source' || program === '.') return { texts: [], opaque: 'It runs a script file.' };
  if (program === 'enable' || program === 'alias' || program === 'hash' || program === 'bind') {
    return rest.length === 0
      ? NONE
      : {
          texts: rest.flatMap((word) => /^[^=]+=(.+)$/su.exec(word.value ?? '')?.[1] ?? []),
          opaque: 'It changes what command names mean.',
        };
  }
  if (SCRIPTED.has(program)) {
    if (rest.some((word) => INLINE.test(word.value ?? '')))
      return { texts: [], opaque: 'It runs code in another language, which Gatehouse can’t read.' };
    const hasInput = command.piped || command.stdin !== undefined;
    if (
      hasInput &&
      readsCode(
        program,
        rest.map(({ value }) => value),
      )
    )
      return { texts: [], opaque: 'It reads code from its input.' };
  }
  return NONE;
}

function shellScript(rest: readonly Word[], command: RawCommand): InnerScripts {
  const { clusters, names, operands, isKnown } = shellOptions(rest);
  if (clusters.some((cluster) => /^-.*c/u.test(cluster))) {
    const text = literal(operands[0]);
    const isOther = !isKnown || clusters.some((cluster) => /[fkHOP]/u.test(cluster)) || !names.every(keepsReading);
    return isOther ? { ...text, opaque: text.opaque ?? 'It changes how its text is read.' } : text;
  }
  if (rest.some((word) => word.value === '--version' || word.value === '--help')) return NONE;
  // With `-n` the file is only parsed.
  if (rest.length === 2 && rest[0]?.value === '-n') return NONE;
  if (operands.length > 0 && !clusters.some((cluster) => /^-.*s/u.test(cluster))) return { texts: [], opaque: 'It runs a script file.' };
  return { texts: command.stdin === undefined ? [] : [command.stdin], opaque: 'It runs its input as a script.' };
}

interface ShellOptions {
  /** `-eu`, `-c`. */
  readonly clusters: readonly string[];
  /** The options named by the words after `-o` and `-O`. */
  readonly names: readonly string[];
  readonly operands: readonly Word[];
  /** It has no option whose meaning isn't known here. */
  readonly isKnown: boolean;
}

function shellOptions(rest: readonly Word[]): ShellOptions {
  const clusters: string[] = [];
  const names: string[] = [];
  let isKnown = true;
  let at = 0;
  for (; at < rest.length; at++) {
    const value = rest[at]?.value ?? '';
    if (value === '--' || value === '-') return { clusters, names, operands: rest.slice(at + 1), isKnown };
    if (/^[-+][A-Za-z]+$/u.test(value)) {
      clusters.push(value);
      names.push(...[...value.matchAll(/o/giu)].map(() => rest[++at]?.value ?? ''));
    } else if (/^--(?:rcfile|init-file)$/u.test(value)) at++;
    else if (!value.startsWith('--')) break;
    else if (!/^--(?:login|norc|noprofile|noediting|restricted|verbose)$/u.test(value)) isKnown = false;
  }
  return { clusters, names, operands: rest.slice(at), isKnown };
}

/** `-c text` and similar: every option value could be the text, so each is analysed. */
function flagged(program: string, rest: readonly Word[]): InnerScripts {
  const texts: string[] = [];
  let opaque: string | undefined;
  rest.forEach((word, index) => {
    const value = word.value ?? '';
    const joinedText =
      /^--(?:command|split-string|upload-pack|receive-pack|exec|open-files-in-pager|filter|run)=?(.+)$/su.exec(value)?.[1] ??
      (program === 'env' ? /^-[a-zA-Z]*?S(.+)$/su.exec(value)?.[1] : undefined);
    if (joinedText !== undefined && joinedText !== '') texts.push(joinedText.replace(/^=/u, ''));
    if (/^-[a-zA-Z]*[cCSF]$|^--(?:command|split-string|exec|run|filter)$/u.test(value)) {
      const next = rest[index + 1];
      if (program === 'env' && /^-[a-zA-Z]*C$/u.test(value)) return;
      if (next?.value === null || (next?.glob === true && program !== 'git')) opaque = 'It runs a computed text.';
      else if (next !== undefined && program !== 'git') texts.push(next.value);
      else if (next !== undefined && /^(?:alias\.[^=]*=!|core\.(?:fsmonitor|sshcommand|pager|editor)=|diff\.external=)/iu.test(next.value))
        texts.push(next.value.replace(/^[^=]*=!?/u, ''));
    }
  });
  if (program === 'git') {
    const at = rest.findIndex((word) => word.value === 'foreach' || word.value === 'run' || word.value === '--exec' || word.value === '-x');
    if (at >= 0)
      texts.push(
        rest
          .slice(at + 1)
          .map((word) => word.value ?? word.text)
          .join(' '),
      );
  }
  return { texts, opaque };
}

/** A pattern becomes file names, which are read as a text then. */
function isComputed({ value, glob }: Word): boolean {
  return value === null || glob;
}

function literal(word: Word | undefined): InnerScripts {
  if (word === undefined) return NONE;
  return isComputed(word) ? { texts: [word.text], opaque: 'It runs a computed text.' } : { texts: [word.value ?? ''], opaque: undefined };
}

function joined(words: readonly Word[]): InnerScripts {
  if (words.length === 0) return NONE;
  const opaque = words.some(isComputed) ? 'It runs a computed text.' : undefined;
  return { texts: [words.map((word) => word.value ?? word.text).join(' ')], opaque };
}

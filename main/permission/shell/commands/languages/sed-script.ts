import type { Word } from '../../parse/word.ts';

/** The effects of a sed script besides its input and output (GNU sed manual, “sed scripts”). */
export interface SedScript {
  /** It has the command `e`, or a substitution with that flag. */
  readonly runs: boolean;
  /** Files named by `r` and `R`. */
  readonly reads: readonly string[];
  /** Files named by `w`, `W` and the flag `w`. */
  readonly writes: readonly string[];
}

/** The scripts in the words of a call; undefined when one of them is computed or in a file. */
export function sedScripts(words: readonly Word[]): readonly string[] | undefined {
  const given: (string | null)[] = [];
  const operands: (string | null)[] = [];
  for (let at = 0; at < words.length; at++) {
    const value = words[at]?.value ?? null;
    if (value === null || !value.startsWith('-') || value === '-') {
      operands.push(value);
      continue;
    }
    const [name, long] = splitOnce(value, '=');
    if (value.startsWith('--')) {
      if (name.length > 4 && '--expression'.startsWith(name)) given.push(long ?? words[++at]?.value ?? null);
      else if (name.length > 3 && '--file'.startsWith(name)) return undefined;
      else if (name.length > 3 && '--line-length'.startsWith(name) && long === undefined) at++;
      continue;
    }
    const letters = /^-[bnErsuz]*([efl])(.*)$/su.exec(value);
    if (letters?.[1] === 'f') return undefined;
    if (letters === null) continue;
    const rest = letters[2] === '' ? (words[++at]?.value ?? null) : (letters[2] ?? null);
    if (letters[1] === 'e') given.push(rest);
  }
  const scripts = given.length > 0 ? given : operands.slice(0, 1);
  const known = scripts.filter((script) => script !== null);
  return known.length === scripts.length ? [known.join('\n')] : undefined;
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

const ADDRESS = /^(?:\d+(?:~\d+)?|\$|[+~]\d+|\/(?:[^/\\\n]|\\[^])*\/[IM]*|\\(.)(?:(?!\1)[^\\\n]|\\[^])*\1[IM]*)/u;
const PLAIN = /^[=dDgGhHnNpPxzFlLqQ]\s*\d*[ \t]*(?=[;\n}#]|$)/u;
const SUBSTITUTION = /^s([^\\\n])((?:(?!\1)[^\\]|\\[^])*)\1((?:(?!\1)[^\\]|\\[^])*)\1([gpiImMe\d]*)/u;
const TRANSLATION = /^y([^\\\n])((?:(?!\1)[^\\]|\\[^])*)\1((?:(?!\1)[^\\]|\\[^])*)\1[ \t]*(?=[;\n}#]|$)/u;

/** Splits a script into its commands; undefined unless every character is understood. */
export function readSedScript(script: string): SedScript | undefined {
  const reads: string[] = [];
  const writes: string[] = [];
  let runs = false;
  let text = script;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(text);
    if (found !== null) text = text.slice(found[0].length);
    return found;
  };
  for (;;) {
    take(/^[;\s}]+/u);
    if (text === '') return { runs, reads, writes };
    if (take(/^#[^\n]*/u) !== null) continue;
    if (take(ADDRESS) !== null && take(/^\s*,\s*/u) !== null && take(ADDRESS) === null) return undefined;
    take(/^\s*!?\s*/u);
    if (take(/^\{/u) !== null || take(PLAIN) !== null || take(TRANSLATION) !== null) continue;
    if (take(/^[aic](?:[^\\\n]|\\[^])*/u) !== null || take(/^[btT:][ \t]*[^;\n}]*/u) !== null) continue;
    const named = take(/^([rRwW])[ \t]*([^\n]+)/u);
    if (named !== null) {
      (/[rR]/u.test(named[1] ?? '') ? reads : writes).push(named[2] ?? '');
      continue;
    }
    if (take(/^e[^\n]*/u) !== null) {
      runs = true;
      continue;
    }
    const flags = take(SUBSTITUTION);
    if (flags === null) return undefined;
    if (flags[4]?.includes('e') === true) runs = true;
    const written = take(/^w[ \t]*([^\n]+)/u);
    if (written !== null) {
      writes.push(written[1] ?? '');
      if (/^[gpiImM\d]*e/u.test(written[1] ?? '')) runs = true;
    } else if (take(/^[ \t]*(?=[;\n}#]|$)/u) === null) return undefined;
  }
}

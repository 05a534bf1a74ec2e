import type { ParsedUse } from '../../option-spec.ts';
import type { Word } from '../../parse/word.ts';
import { isQuietSedScript } from './quiet-sed-script.ts';
import { readSedScript, sedScripts } from './sed-script.ts';

/** Whether a sed call may run commands, through its script or because the script is in a file. A computed script isn't checked. */
export function sedMayRun(words: readonly Word[]): boolean {
  if (words.some(({ value }) => /^-[a-zA-Z]*f|^--f/u.test(value ?? ''))) return true;
  return (sedScripts(words) ?? []).some((script) => readSedScript(script)?.runs !== false);
}

export function isQuietSed(use: ParsedUse): boolean {
  // BSD sed with a suffix keeps the old file under another name.
  if (use.values.get('-i')?.some((suffix) => suffix !== '') === true) return false;
  if (use.flags.has('--help') || use.flags.has('--version')) return true;
  if (use.flags.has('-e') || use.flags.has('--expression')) {
    // They are lines of one script.
    return isQuietSedScript([...(use.values.get('-e') ?? []), ...(use.values.get('--expression') ?? [])].join('\n'));
  }
  const script = use.operands[0]?.value;
  return script !== null && script !== undefined && isQuietSedScript(script);
}

export function isQuietAwk(use: ParsedUse): boolean {
  const program = use.operands[0]?.value;
  return program !== null && program !== undefined && isQuietAwkProgram(program);
}

/** Rejects jq programs that access more than their input: the environment, modules, other files. */
export function isQuietJq(use: ParsedUse): boolean {
  const program = use.operands[0]?.value;
  return program !== null && program !== undefined && isQuietJqProgram(program);
}

export function isQuietJqProgram(program: string): boolean {
  return !/\bENV\b|\benv\b|\binclude\b|\bimport\b|\binput_filename\b|__prog|\bget_search_list\b|\bmodulemeta\b/u.test(program);
}

/** An awk program that may run commands or write files; a comparison is not a redirection. */
export function awkMayRun(program: string): boolean {
  return /system|getline|(?<!\|)\|(?!\|)|@|print[^;}\n]*>/u.test(program);
}

/**
 * An awk program that runs no commands, reads and writes no other files, and doesn't access the environment. `>` and `|` are redirections
 * only after a `print`; before the first one they compare.
 */
export function isQuietAwkProgram(program: string): boolean {
  if (/system|getline|ENVIRON|PROCINFO|SYMTAB|ARG[VC]|@|\bclose\b|\bfflush\b/u.test(program)) return false;
  const plain = withoutStrings(program);
  return !/[|>]/u.test(plain.slice(plain.includes('print') ? plain.indexOf('print') : plain.length));
}

/**
 * An awk program with its strings emptied. After a slash or number sign outside strings, regular expressions and comments can't be told
 * from strings this simply, so the rest is kept.
 */
function withoutStrings(program: string): string {
  const start = /^(?:[^"/#]|"(?:[^"\\\n]|\\[^\n])*")*/u.exec(program)?.[0] ?? '';
  return start.replace(/"(?:[^"\\\n]|\\[^\n])*"/gu, '""') + program.slice(start.length);
}

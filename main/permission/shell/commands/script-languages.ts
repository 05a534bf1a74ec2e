import type { ParsedUse } from '../option-spec.ts';
import type { Word } from '../word.ts';
import { readSedScript, sedScripts } from './sed-script.ts';

/**
 * Whether every sed script given only prints. A small allow-list of the language: addresses, then `p P d D q Q = n N g G h H x l`
 * or a plain substitution; never `w W r R e` or the flags `e` and `w` (GNU sed manual, “Commands requiring a newline”).
 */
export function isQuietSedScript(script: string): boolean {
  const address = String.raw`(?:\d+|\$|\/(?:[^\/\\\n]|\\.)*\/I?)`;
  const range = String.raw`(?:${address}(?:,\s*[+~]?${address})?)?\s*!?\s*`;
  const substitution = String.raw`s([\/|#,@!:;_%])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI0-9]*`;
  const command = String.raw`(?:[pPdDqQ=nNgGhHxl]|${substitution})`;
  const one = new RegExp(String.raw`^\s*${range}${command}\s*$`, 'u');
  return splitSed(script).every((part) => part.trim() === '' || one.test(part));
}

/** Cuts at `;` and newline outside of substitutions and patterns. */
function splitSed(script: string): string[] {
  if (/^\s*(?:[\d$,/!\s]|\/[^/]*\/)*s/u.test(script)) return script.split('\n');
  return script.split(/[;\n]/u);
}

/** Whether a sed call may run commands: by its script, or because that lies in a file. A computed one isn't looked at. */
export function sedMayRun(words: readonly Word[]): boolean {
  if (words.some(({ value }) => /^-[a-zA-Z]*f|^--f/u.test(value ?? ''))) return true;
  return (sedScripts(words) ?? []).some((script) => readSedScript(script)?.runs !== false);
}

export function isQuietSed(use: ParsedUse): boolean {
  // With a suffix BSD's keeps the old file under another name.
  if (use.values.get('-i')?.some((suffix) => suffix !== '') === true) return false;
  if (use.flags.has('--help') || use.flags.has('--version')) return true;
  if (use.flags.has('-e') || use.flags.has('--expression')) {
    return [...(use.values.get('-e') ?? []), ...(use.values.get('--expression') ?? [])].every(isQuietSedScript);
  }
  const script = use.operands[0]?.value;
  return script !== null && script !== undefined && isQuietSedScript(script);
}

export function isQuietAwk(use: ParsedUse): boolean {
  const program = use.operands[0]?.value;
  return program !== null && program !== undefined && isQuietAwkProgram(program);
}

/** jq programs that reach beyond their input: the environment, modules, other files. */
export function isQuietJq(use: ParsedUse): boolean {
  const program = use.operands[0]?.value;
  return program !== null && program !== undefined && isQuietJqProgram(program);
}

export function isQuietJqProgram(program: string): boolean {
  return !/\bENV\b|\benv\b|\binclude\b|\bimport\b|\binput_filename\b|__prog|\bget_search_list\b|\bmodulemeta\b/u.test(program);
}

/** An awk program that may run commands or write files; a comparison is no redirection. */
export function awkMayRun(program: string): boolean {
  return /system|getline|(?<!\|)\|(?!\|)|@|print[^;}\n]*>/u.test(program);
}

/**
 * An awk program that neither runs commands, nor reads or writes other files, nor looks at the environment. `>` and `|` reach files and
 * commands only behind a `print`; before the first of them they compare.
 */
export function isQuietAwkProgram(program: string): boolean {
  const printing = program.slice(program.indexOf('print') < 0 ? program.length : program.indexOf('print'));
  return !/system|getline|ENVIRON|PROCINFO|SYMTAB|ARG[VC]|@|\bclose\b|\bfflush\b/u.test(program) && !/[|>]/u.test(printing);
}

import { isOrdinaryVariable } from '../harmless-variables.ts';
import { assignedBy, DECLARING, evaluated, mayStoreCount, SPECIAL } from './assigned-names.ts';
import type { RawCommand } from './raw-command.ts';
import { inSameShell } from './same-shell.ts';
import type { KnownVariable, Word } from './word.ts';

/** An unknown value: it may be unset, contain several words, or start with a dash. */
const UNKNOWN: KnownVariable = { value: null, harmlessExpansion: false, mayBeOption: true, mayResplit: true };

/** Stands for a variable whose name isn't known. */
const ANY = '*';

/** The known values of a line's variables: only a variable assigned once, explicitly, has one. */
export class KnownVariables {
  #known: ReadonlyMap<string, KnownVariable> = new Map();
  /** Variables whose values the shell changes on assignment (`declare -l`). */
  readonly #altered = new Set<string>();
  readonly #readOnly = new Set<string>();
  /** From here on, any command may change any variable: a trap runs before each, a name stands for another one. */
  #isAnyAltered = false;

  /** Whether assigning it is an error, after which the shell drops the rest of the line. */
  isReadOnly(name: string): boolean {
    return this.#readOnly.has(name) || this.#readOnly.has(ANY) || /^(?:E?UID|PPID|BASH_VERSINFO)$/u.test(name);
  }

  get isAnyAltered(): boolean {
    return this.#isAnyAltered;
  }

  get all(): ReadonlyMap<string, KnownVariable> {
    return this.#known;
  }

  /** @param home What `~` stands for; the shell expands it on assignment. */
  assign(name: string, word: Word, home: string): void {
    const { harmlessExpansion, mayBeOption } = word;
    const value = assignedText(word, home);
    const before = this.#known.get(name);
    const now: KnownVariable = {
      value,
      harmlessExpansion,
      mayBeOption: mayBeOption || value === null || value.startsWith('-'),
      mayResplit: value === null || resplits(value),
    };
    const isKept = !this.#isAnyAltered && !this.#altered.has(name) && !SET_BY_SHELL.test(name);
    if (before === undefined && isKept) this.#set(name, now);
    else if (before === undefined) this.#set(name, { ...UNKNOWN, harmlessExpansion });
    else this.#set(name, { ...UNKNOWN, harmlessExpansion: before.harmlessExpansion && harmlessExpansion });
  }

  /** Inside a loop its variable has the loop's value; after the loop it is unknown. */
  duringLoop(name: string, known: KnownVariable, body: () => void): void {
    this.#set(name, known);
    body();
    this.#set(name, { ...UNKNOWN, harmlessExpansion: known.harmlessExpansion });
  }

  /** Called after a command: some assign variables implicitly. */
  ran({ words, assignments }: Pick<RawCommand, 'words' | 'assignments'>): void {
    this.#noteAttributes(words);
    this.#declared(words, assignments);
    if (SPECIAL.has(inSameShell(words)[0]?.value ?? '')) for (const { name } of assignments) this.#set(name, UNKNOWN);
    if (!mayAssign(words)) return;
    this.#forget(words);
    // They have values from the start.
    for (const name of ['HOME', 'PWD']) if (words.some(({ value }) => value === null || value.includes(name))) this.#set(name, UNKNOWN);
    for (const name of assignedBy(words).names) this.#set(name, UNKNOWN);
    if (words[0]?.value !== 'read') return;
    // The value comes from a file or a pipe, which the line's own commands open or print.
    for (const { value } of words.slice(1))
      if (value !== null && isOrdinaryVariable(value)) this.#set(value, { ...UNKNOWN, harmlessExpansion: true });
  }

  #forget(words: readonly Word[]): void {
    for (const [name, known] of this.#known) {
      const isNamed = words.some(({ value }) => value === null || value.includes(name));
      this.#set(name, isNamed ? UNKNOWN : { ...UNKNOWN, harmlessExpansion: known.harmlessExpansion });
    }
  }

  /** `export "v=x"` is no assignment to the grammar, and `v=x export v` keeps the value. */
  #declared(words: readonly Word[], assignments: RawCommand['assignments']): void {
    const [program, ...rest] = inSameShell(words);
    if (!DECLARING.has(program?.value ?? '')) return;
    const read = rest.filter((word) => word.start >= 0);
    if (read.some(({ value }) => value === null)) this.#forget(words);
    // With an option that it doesn't have it assigns nothing.
    const isOdd = read.some(({ value }) => /^[-+]/u.test(value ?? '') && !/^-[p-]$/u.test(value ?? ''));
    const names = (isOdd ? rest : read).flatMap(({ value }) => /^(\w+)\+?=/u.exec(value ?? '')?.[1] ?? []);
    for (const name of [...names, ...assignments.map((one) => one.name)]) this.#set(name, UNKNOWN);
  }

  #noteAttributes(words: readonly Word[]): void {
    const [program, ...rest] = inSameShell(words);
    if (runsAnyTime(words)) this.#forget(words);
    if (ALTERING.has(program?.value ?? '')) this.#isAnyAltered = true;
    if (!DECLARING.has(program?.value ?? '')) return;
    const options = rest.filter(({ value }) => value === null || /^[-+]/u.test(value));
    if (options.some(({ value }) => value === null || value.includes('n'))) this.#isAnyAltered = true;
    // What is read-only keeps the value that it had before the line.
    const isReadOnly = program?.value === 'readonly' || options.some(({ value }) => value?.includes('r') !== false);
    if (isReadOnly || options.some(({ value }) => /[ilucn]/u.test(value ?? ''))) {
      for (const { value } of rest) {
        const name = value === null ? ANY : (/^\w*/u.exec(value)?.[0] ?? '');
        if (value === null) this.#isAnyAltered = true;
        else this.#altered.add(name);
        if (isReadOnly) this.#readOnly.add(name);
      }
    }
  }

  snapshot(): ReadonlyMap<string, KnownVariable> {
    return this.#known;
  }

  restore(snapshot: ReadonlyMap<string, KnownVariable>): void {
    this.#known = snapshot;
  }

  /** Forgets every variable assigned since the snapshot. Returns whether there was one. */
  forgetSince(snapshot: ReadonlyMap<string, KnownVariable>): boolean {
    const changed = [...this.#known].filter(([name, known]) => snapshot.get(name) !== known);
    for (const [name, known] of changed) this.#set(name, { ...UNKNOWN, harmlessExpansion: known.harmlessExpansion });
    return changed.length > 0;
  }

  #set(name: string, known: KnownVariable): void {
    this.#known = new Map(this.#known).set(name, known);
  }
}

/** The text assigned to a variable: the user's home folder at its start is known, those of other users or after a colon are not. */
function assignedText({ text, value, tilde }: Word, home: string): string | null {
  if (value === null || value.includes(':~')) return null;
  if (!tilde) return value;
  // Before a quoted slash `~` isn't expanded.
  return /^~(?:\/|$)/u.test(text) ? `${home}${value.slice(1)}` : null;
}

/** A trap for anything but the end of the shell: its text runs between any of the commands behind it. */
export function runsAnyTime(words: readonly Word[]): boolean {
  const [program, ...rest] = inSameShell(words);
  if (program?.value !== 'trap') return false;
  const [text, ...signals] = rest.filter(({ value }) => value !== '--');
  if (text?.value !== null && /^-[lp]*$/u.test(text?.value ?? '-')) return false;
  return signals.some(({ value }) => !/^(?:EXIT|0)$/u.test(value ?? ''));
}

/** Whether a command may assign variables implicitly. */
function mayAssign(words: readonly Word[]): boolean {
  const [name, ...rest] = inSameShell(words);
  if (name?.value === null) return true;
  // `time v=b`
  if (/^[A-Za-z_]\w*\+?=/u.test(name?.text ?? '')) return true;
  const program = name?.value ?? '';
  if (program === '[[' || program === 'test' || program === '[') return evaluated(program, rest).length > 0;
  if (program !== 'printf') return ASSIGNING.has(program);
  const [first] = rest;
  const isOption = first !== undefined && (first.value === null ? first.mayBeOption || first.mayResplit : first.value.startsWith('-v'));
  return isOption || mayStoreCount(rest);
}

/** Whether a value outside quotes becomes anything but one identical word. */
export function resplits(value: string): boolean {
  return value === '' || /[\s*?[\\]/u.test(value);
}

/** Builtins after which a variable may not keep what it is assigned: a trap runs before each command, and a text may say `readonly`. */
const ALTERING: ReadonlySet<string> = new Set(['trap', 'eval', 'source', '.']);

/** Variables that the shell itself sets, or lets nobody set (bash manual, “Bash Variables”). */
const SET_BY_SHELL =
  /^(?:_|BASH\w*|COMP_\w+|DIRSTACK|EPOCH(?:REALTIME|SECONDS)|E?UID|FUNCNAME|GROUPS|HISTCMD|LINENO|OLDPWD|OPTARG|OPTIND|PIPESTATUS|PPID|PWD|S?RANDOM|SECONDS|SHELLOPTS)$/u;

/** Builtins that assign variables implicitly. */
const ASSIGNING = new Set('read readarray mapfile getopts let unset eval source . declare typeset local set shift select wait'.split(' '));

import { withoutGnuPrefix } from './commands/program-name.ts';
import { type Word, unknownWord } from './parse/word.ts';

export interface Unwrapped {
  readonly words: readonly Word[];
  /** Number of words removed with transparent wrappers. */
  readonly skipped: number;
  /** The command at every level, outermost first, ending with `words`. */
  readonly levels: readonly (readonly Word[])[];
  readonly keepsReadOnly: boolean;
}

interface WrapperSpec {
  readonly valued: string;
  readonly flags: string;
  /** Number of its own words before the command. */
  readonly own: number;
  readonly keepsReadOnly: boolean;
}

/** Wrappers that allow rules ignore (Claude Code's documented list), with exactly these options. */
const TRANSPARENT: ReadonlyMap<string, WrapperSpec> = new Map<string, WrapperSpec>([
  ['timeout', { valued: '-k -s --kill-after --signal', flags: '--foreground --preserve-status -v --verbose', own: 1, keepsReadOnly: true }],
  ['time', { valued: '', flags: '-p', own: 0, keepsReadOnly: true }],
  ['nice', { valued: '-n --adjustment', flags: '', own: 0, keepsReadOnly: true }],
  // On a terminal it writes the command's output to a file.
  ['nohup', { valued: '', flags: '', own: 0, keepsReadOnly: false }],
  ['stdbuf', { valued: '-i -o -e --input --output --error', flags: '', own: 0, keepsReadOnly: true }],
  ['command', { valued: '', flags: '-p', own: 0, keepsReadOnly: true }],
  ['builtin', { valued: '', flags: '', own: 0, keepsReadOnly: true }],
  ['noglob', { valued: '', flags: '', own: 0, keepsReadOnly: true }],
  ['xargs', { valued: '', flags: '', own: 0, keepsReadOnly: false }],
]);

/** Whether rules apply to what the program runs, and never to the program. */
export function isTransparent(program: string): boolean {
  return TRANSPARENT.has(withoutGnuPrefix(program));
}

/** Reserved words of the shell that the tables list as commands. */
const RESERVED: ReadonlySet<string> = new Set(['for', '[[']);

/** Removes all transparent wrappers. */
export function unwrap(words: readonly Word[]): Unwrapped {
  const levels: (readonly Word[])[] = [words];
  let current = words;
  let skipped = 0;
  let keepsReadOnly = true;
  for (let depth = 0; depth < 20; depth++) {
    const name = withoutGnuPrefix(current[0]?.value ?? '');
    const spec = TRANSPARENT.get(name);
    const start = spec === undefined || current[0]?.expands === true ? undefined : innerStart(current, spec);
    if (spec === undefined || start === undefined) break;
    current = current.slice(start);
    // After a wrapper these are names of programs, which are unknown.
    if (RESERVED.has(current[0]?.value ?? '')) keepsReadOnly = false;
    skipped += start;
    if (name === 'xargs') current = [...current, unknownWord('…')];
    if (!spec.keepsReadOnly) keepsReadOnly = false;
    levels.push(current);
  }
  return { words: current, skipped, levels, keepsReadOnly };
}

function innerStart(words: readonly Word[], spec: WrapperSpec): number | undefined {
  const valued = spec.valued.split(' ').filter(Boolean);
  const flags = spec.flags.split(' ').filter(Boolean);
  let i = 1;
  for (; i < words.length; i++) {
    const value = words[i]?.value;
    if (value === null || value === undefined) return undefined;
    if (value === '--') {
      i++;
      break;
    }
    if (!value.startsWith('-') || value === '-') break;
    const name = value.split('=')[0] ?? value;
    if (flags.includes(value)) continue;
    if (valued.includes(value)) i++;
    else if (name.startsWith('--') && valued.includes(name) && value.includes('=')) continue;
    else if (!value.startsWith('--') && valued.includes(value.slice(0, 2)) && value.length > 2) continue;
    else if (valued.includes('-n') && /^-\d+$/u.test(value)) continue;
    else return undefined;
  }
  for (let own = 0; own < spec.own; own++, i++) if (words[i]?.value === null) return undefined;
  return i < words.length ? i : undefined;
}

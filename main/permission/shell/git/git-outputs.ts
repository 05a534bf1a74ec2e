import type { PathUse } from '../option-spec.ts';
import type { Word } from '../parse/word.ts';

/** Options of sub-commands whose value is a file or folder that they write (git manual). */
const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['checkout-index', /^--prefix$/u],
  ['read-tree', /^--prefix$/u],
  ['fast-export', /^--export-marks$/u],
  ['fast-import', /^--export-(?:marks|pack-edges)$/u],
  ['init', /^--separate-git-dir$/u],
  ['clone', /^--separate-git-dir$/u],
  ['config', /^(?:-f|--file)$/u],
]);

/** How many of its first operands a sub-command writes, in the form that its words have. */
function writtenOperands(subcommand: string, values: readonly string[]): number {
  if (subcommand === 'merge-file') return values.some((value) => /^(?:-p|--stdout)$/u.test(value)) ? 0 : 1;
  if (subcommand === 'mailinfo') return 2;
  if (subcommand === 'interpret-trailers') return values.some((value) => /^--in-?p/u.test(value)) ? Infinity : 0;
  return 0;
}

/** Settings are read, not changed. */
function readsSettings(values: readonly string[]): boolean {
  const operands = values.filter((value, at) => !value.startsWith('-') && !/^(?:-f|--file)$/u.test(values[at - 1] ?? ''));
  if (values.some((value) => /^(?:--get|--list$|-l$)/u.test(value)) || /^(?:get|list)$/u.test(operands[0] ?? '')) return true;
  return operands.length === 1 && !values.some((value) => /^(?:--(?:unset|remove|edit)|-e$)/u.test(value));
}

/** What a sub-command writes besides its usual files. `words`: those after the sub-command. */
export function gitOutputs(subcommand: string, words: readonly Word[]): PathUse[] {
  const values = words.map((word) => word.value ?? '');
  const uses: PathUse[] = [];
  const add = (word: Word, value: string | null, via: PathUse['via']): void => {
    uses.push({ word, value, access: 'write', via, recursive: false });
  };
  const names = subcommand === 'config' && readsSettings(values) ? undefined : OPTIONS.get(subcommand);
  if (names !== undefined)
    words.forEach((word, at) => {
      const [, name = '', value] = /^(--?[\w-]+)=(.*)$/su.exec(values[at] ?? '') ?? [];
      if (value !== undefined && names.test(name)) add(word, value, 'option');
      else if (names.test(values[at - 1] ?? '')) add(word, word.value, 'option');
    });
  const operands = words.filter((word) => word.value?.startsWith('-') !== true);
  for (const word of operands.slice(0, writtenOperands(subcommand, values))) add(word, word.value, 'operand');
  return uses;
}

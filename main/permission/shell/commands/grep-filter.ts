import type { ParsedUse } from '../option-spec.ts';
import type { Word } from '../parse/word.ts';
import type { FindFilter } from './find-filter.ts';

const CHOOSES = /^--(?:include|exclude|exclude-from)(?:=|$)/u;
/** The BSD grep also compares whole paths, so that only the end of a name is certain. */
const ENDING = /^\*[\w.+-]+$/u;

/** Which of the files below its folders a recursive `grep` reads, as its options say. */
export function grepFilter(rest: readonly Word[], { flags, values }: ParsedUse): FindFilter {
  const chosen = rest.flatMap(({ value }) => (value === null ? ['?'] : CHOOSES.test(value) ? [value] : []));
  const included = values.get('--include') ?? [];
  // After an exclusion, what matches no option is read.
  const isFiltered = chosen[0]?.startsWith('--include') === true && !chosen.includes('?') && included.every((name) => ENDING.test(name));
  const left = (values.get('--exclude-dir') ?? []).filter((name) => /^[\w.+-]+$/u.test(name) && !/^\.+$/u.test(name));
  // Links to folders are entered, whatever their names.
  const entersLinks = flags.has('-R') || flags.has('--dereference-recursive');
  return { ...(isFiltered && !entersLinks && { only: included }), ...(left.length > 0 && { skips: left }) };
}

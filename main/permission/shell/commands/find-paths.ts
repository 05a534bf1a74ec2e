import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { filterFrom } from './find.ts';
import { findFilter } from './find-filter.ts';

/**
 * The starting points of find, with what its action does there. A filtered removal below a relative folder counts as a change of it;
 * anything wider counts as removing the folder itself.
 */
export function findPaths(words: readonly Word[]): PathUse[] {
  const values = words.map((word) => word.value ?? '');
  const first = values.findIndex((value) => /^[-(),!]/u.test(value) && !/^-[HLP]$/u.test(value));
  const starts = words.slice(0, first < 0 ? words.length : first).filter((word) => !/^-[HLP]$/u.test(word.value ?? ''));
  const action = values.findIndex((value) => /^-(?:exec|execdir|ok|okdir)$/u.test(value));
  const removes = values.includes('-delete') || (/(?:^|\/)(?:rm|rmdir|unlink|shred)$/u.test(values[action + 1] ?? '') && action >= 0);
  const filter =
    values.includes('-delete') && !values.includes('-L') && action < 0 ? findFilter(words.slice(first).map(({ value }) => value)) : {};
  const filtered = values.some((value) => /^-(?:i?name|i?path|i?regex|type|size|[acm](?:time|min)|newer|empty|user|perm)$/u.test(value));
  const from = starts.length === 0 ? [literalWord('.')] : starts;
  const uses = from.map((word): PathUse => {
    const near = filtered && /^(?!\/|~|\.\.)/u.test(word.value ?? '');
    const access = removes ? (near ? 'write' : 'delete') : 'list';
    return { word, value: word.value, access, via: 'operand', recursive: removes, ...filterFrom(word.value, filter) };
  });
  values.forEach((value, index) => {
    const word = words[index + 1];
    if (/^-(?:fprint|fprint0|fprintf|fls)$/u.test(value) && word !== undefined)
      uses.push({ word, value: word.value, access: 'write', via: 'option', recursive: false });
  });
  return uses;
}

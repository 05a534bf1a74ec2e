import { GIT_VALUED } from './git/git-verb.ts';
import type { Word } from './parse/word.ts';

const MAX_OPTIONS = 8;

/** `git -C x push` is a `git push`: the words without the options before the sub-command. Undefined when there are none. */
export function withoutGitOptions(words: readonly Word[]): readonly Word[] | undefined {
  const [program] = words;
  let at = 1;
  while (words[at]?.value?.startsWith('-') === true) at += GIT_VALUED.has(words[at]?.value ?? '') ? 2 : 1;
  return program === undefined || at === 1 || at >= words.length ? undefined : [program, ...words.slice(at)];
}

/**
 * The same for any other program. Whether an option takes the next word isn't known, so both interpretations are returned; a deny or ask
 * rule that matches either may apply.
 */
export function readingsWithoutOptions(words: readonly Word[]): readonly (readonly Word[])[] {
  const [program] = words;
  if (program === undefined || words[1]?.value?.startsWith('-') !== true) return [];
  const starts = new Set<number>();
  for (let at = 1; at <= MAX_OPTIONS && at < words.length; at++) {
    const afterOption = words[at - 1]?.value?.startsWith('-') === true;
    const afterValue = words[at - 2]?.value?.startsWith('-') === true && at > 2;
    if (at > 1 && !afterOption && !afterValue) break;
    if (words[at]?.value?.startsWith('-') !== true) starts.add(at);
  }
  return [...starts].map((at) => [program, ...words.slice(at)]);
}

import { memo } from 'react';
import { CHARACTER_LABELS, CHARACTER_NAMES, words } from './character-words.ts';
import { lookAlikes } from './look-alikes.ts';
import styles from './visible-text.module.css';

/** A run of text to draw as it is, a hidden character to draw as a mark, or letters that look like others. */
type VisibleRun =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'mark' | 'letters'; readonly at: number; readonly label: string; readonly name: string };

/** More spaces in a row than any sensible indentation: shown as a count, since they can push text out of view. */
const MAX_BLANKS = 24;
/** Text of an output that starts further right may be out of sight. Columns. */
const ALIGNED_COLUMNS = 200;
/** More empty lines in a row are shown as a count. */
const MAX_EMPTY_LINES = 3;

/**
 * Characters that a reader can't see but a shell, an editor or the bidi algorithm acts on: controls, format characters, spaces other than
 * U+0020, separators, private use and unassigned code points, lone surrogates, variation selectors, and letters that render blank (Hangul
 * and Braille fillers). Line breaks and tabs are kept.
 */
const HIDDEN = new RegExp(
  [
    `[^\\S\\n\\t]{${MAX_BLANKS + 1},}`,
    `\\n{${MAX_EMPTY_LINES + 2},}`,
    `\\r\\n?`,
    '[\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}\\p{Cs}]',
    '[\\u{FE00}-\\u{FE0F}\\u{E0100}-\\u{E01EF}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFFA0]',
    '(?! )\\p{Zs}',
    '(?![\\n\\t])\\p{Cc}',
  ].join('|'),
  'gu',
);

/**
 * Splits text so that nothing in it is hidden or looks like something else. Joining the text runs and the marks' characters gives the same string. In an `output`, spaces
 * that put the text after them where it is seen are left: carets and tables stand in their columns.
 */
export function visibleRuns(text: string, output = false): readonly VisibleRun[] {
  const runs: VisibleRun[] = [];
  const alike = [...lookAlikes(text)];
  let from = 0;
  const pass = (to: number) => {
    for (let next = alike[0]; next && next.at < to; next = alike[0]) {
      alike.shift();
      if (next.at > from) runs.push({ type: 'text', text: text.slice(from, next.at) });
      runs.push({ type: 'letters', at: next.at, label: next.text, name: words.lookAlike(next.kind, next.text, next.looks) });
      from = next.at + next.text.length;
    }
    if (to > from) runs.push({ type: 'text', text: text.slice(from, to) });
  };
  for (const match of text.matchAll(HIDDEN)) {
    if (isEmojiJoin(text, match.index, match[0]) || (output && isAlignment(text, match.index, match[0]))) continue;
    pass(match.index);
    runs.push({ type: 'mark', at: match.index, ...mark(match[0]) });
    from = match.index + match[0].length;
    if (match[0].endsWith('\n')) runs.push({ type: 'text', text: '\n' });
  }
  pass(text.length);
  return runs;
}

/** As plain text for accessible names: marks become their labels. */
export function visibleWords(text: string): string {
  return visibleRuns(text)
    .map((run) => (run.type === 'text' ? run.text : run.label))
    .join('');
}

/** Whether the text contains anything drawn as a mark. */
export function hasHidden(text: string): boolean {
  return visibleRuns(text).some((run) => run.type !== 'text');
}

function mark(found: string): { readonly label: string; readonly name: string } {
  if (found === '\r\n') return { label: 'CR', name: words.returnBeforeBreak };
  if (found.startsWith('\n')) return { label: words.breaks(found.length), name: words.breaksInARow(found.length) };
  if (found.length > 2 && found.trim() === '') return { label: words.spaces(found.length), name: words.spacesInARow(found.length) };
  const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return { label: CHARACTER_LABELS[found] ?? code, name: `${CHARACTER_NAMES[found] ?? words.hiddenCharacter} ${code}` };
}

/** Spaces before text that stands within the columns shown. */
function isAlignment(text: string, index: number, found: string): boolean {
  const end = index + found.length;
  if (/[^ ]/u.test(found) || !/^[^\s\p{C}]/u.test(text.slice(end, end + 2))) return false;
  const before = text.slice(Math.max(0, end - ALIGNED_COLUMNS), end);
  const start = before.lastIndexOf('\n') + 1;
  if (start === 0 && end > before.length) return false;
  // A tab goes up to eight columns to the right.
  return before.slice(start).replaceAll('\t', ' '.repeat(8)).length < ALIGNED_COLUMNS;
}

/** Joiners and variation selectors inside an emoji are part of it. */
function isEmojiJoin(text: string, index: number, found: string): boolean {
  if (found !== '\u200d' && found !== '\ufe0f') return false;
  return /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?$/u.test(text.slice(Math.max(0, index - 8), index));
}

export interface VisibleTextProps {
  readonly text: string;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  /** Hidden from screen readers. */
  readonly silent?: boolean | undefined;
  /** What a program printed or a file holds, on which nothing is decided: aligned text keeps its spaces. */
  readonly output?: boolean | undefined;
}

/** Untrusted text with hidden and direction-changing characters drawn as marks, and letters that look like others marked. */
export const VisibleText = memo(function VisibleText({ text, className, title, silent, output }: VisibleTextProps) {
  return (
    <bdi dir="ltr" className={className} title={title} aria-hidden={silent}>
      {visibleRuns(text, output).map((run) =>
        run.type === 'text' ? (
          run.text
        ) : (
          <span key={run.at} className={styles[run.type]} title={run.name}>
            {run.label}
          </span>
        ),
      )}
    </bdi>
  );
});

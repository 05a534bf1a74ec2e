import { codePieces, VisibleCode } from '../code/code-pieces.tsx';
import { type CodeToken, NO_TOKENS, tokensWithin } from '../code/code-tokens.ts';
import { MessageSquarePlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { classNames } from '../ui/class-names.ts';
import { TOUCH } from '../ui/use-media-query.ts';
import { hasHidden } from '../ui/display/visible-text.tsx';
import type { DiffRow, ChangedRange } from './diff-rows.ts';
import { words } from './words.ts';
import styles from './diff-view.module.css';

const SIGNS = { context: ' ', add: '+', remove: '−' } as const;
const WORDS = { context: '', add: 'added ', remove: 'removed ' } as const;

interface DiffLineProps {
  readonly row: DiffRow;
  readonly tokens?: readonly CodeToken[];
  /** Side by side with the other version: only the number in its own. */
  readonly side?: 'old' | 'new';
  /** Offers to comment on the line. */
  readonly onComment?: () => void;
}

/** One line of a diff: both line numbers, the sign, and the text with hidden characters made visible. */
export function DiffLine({ row, tokens = NO_TOKENS, side, onComment }: DiffLineProps) {
  if (row.type === 'gap')
    return <div className={styles.gap}>{row.skipped === 1 ? words.oneUnchangedLine : words.unchangedLines(row.skipped)}</div>;
  if (row.type === 'note') return <div className={styles.note}>{row.text}</div>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a tap only brings its button up.
    <div
      data-line=""
      data-changed={row.type === 'context' ? undefined : ''}
      className={classNames(styles.row, side && styles.half, row.type === 'add' && styles.add, row.type === 'remove' && styles.remove)}
      onClick={onComment && offerByTap}
    >
      {onComment && (
        // A diff may have thousands of lines, so it is no stop of the Tab key.
        <button
          type="button"
          tabIndex={-1}
          className={styles.comment}
          data-inline=""
          aria-label={words.commentOn(row.newLine ?? row.oldLine ?? 0)}
          title={words.commentOn(row.newLine ?? row.oldLine ?? 0)}
          onClick={onComment}
        >
          <MessageSquarePlus size={12} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {side !== 'new' && <span className={styles.number}>{row.oldLine}</span>}
      {side !== 'old' && <span className={styles.number}>{row.newLine}</span>}
      <span className={styles.sign}>
        <span aria-hidden="true">{SIGNS[row.type]}</span>
        <span className="visually-hidden">{WORDS[row.type]}</span>
      </span>
      <span className={classNames(styles.text, startsLong(row.text) && styles.long)}>
        <LineText text={row.text} changed={row.changed} tokens={tokens} />
        {row.cut > 0 && <span className={styles.cut}>{words.notDrawn(row.cut.toLocaleString('en'))}</span>}
      </span>
    </div>
  );
}

/** Marks the line as the one whose button a finger sees. An attribute, as a diff may have thousands of lines. */
function offerByTap({ currentTarget }: MouseEvent<HTMLElement>): void {
  if (!window.matchMedia(TOUCH).matches) return;
  for (const before of document.querySelectorAll('[data-line][data-tapped]')) before.removeAttribute('data-tapped');
  currentTarget.setAttribute('data-tapped', '');
}

/** More characters than these may not fit beside the line numbers on a phone. */
const MAX_START = 20;

/** Whether its first word, with what it is indented by, may not fit in a narrow line: by itself it would leave the indent on an empty one. */
function startsLong(text: string): boolean {
  const start = /^\s+\S+/u.exec(text)?.[0] ?? '';
  return start.replaceAll('\t', '    ').length > MAX_START;
}

interface LineTextProps {
  readonly text: string;
  readonly changed: ChangedRange | undefined;
  readonly tokens: readonly CodeToken[];
}

/** Highlights the changed part, unless the text has hidden characters or surrogate pairs that a cut could split. */
function LineText({ text, changed, tokens }: LineTextProps) {
  if (!changed || changed[0] === changed[1] || /[\ud800-\udfff]/.test(text) || hasHidden(text))
    return <VisibleCode text={text} tokens={tokens} />;
  const part = (from: number, to: number) => codePieces(text.slice(from, to), tokensWithin(tokens, from, to));
  return (
    <bdi dir="ltr">
      {part(0, changed[0])}
      <span className={styles.changed}>{part(...changed)}</span>
      {part(changed[1], text.length)}
    </bdi>
  );
}

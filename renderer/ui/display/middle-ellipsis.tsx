import type { CSSProperties } from 'react';
import { classNames } from '../class-names.ts';
import { pathPieces } from './path-pieces.ts';
import { VisibleText } from './visible-text.tsx';
import styles from './middle-ellipsis.module.css';

/** To what a piece shrinks before the next one is cut: a character and the ellipsis. */
const LEAST = 2;

export interface MiddleEllipsisProps {
  readonly text: string;
  /** By default the text. */
  readonly title?: string | undefined;
  /** The parent is already named by the whole text, so this isn't read out. */
  readonly named?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A path, in a monospaced font, cut in the middle when space runs out, first in its folders, then in its name: the end of the name always shows. Copies completely. */
export function MiddleEllipsis({ text, title = text, named = false, className }: MiddleEllipsisProps) {
  const { folders, start, end } = pathPieces(text);
  return (
    <span className={classNames(styles.whole, className)} title={title}>
      {/* Read out in pieces, it would have spaces between them. */}
      {!named && (
        <span className={classNames('visually-hidden', styles.read)}>
          <VisibleText text={text} />
        </span>
      )}
      {folders !== '' && <Piece text={folders} className={styles.folders} after={start.length + end.length} />}
      {start !== '' && <Piece text={start} className={styles.start} after={end.length + (folders === '' ? 0 : LEAST)} />}
      <VisibleText text={end} className={styles.end} silent />
    </span>
  );
}

interface PieceProps {
  readonly text: string;
  readonly className: string | undefined;
  /** How many characters have to follow it. */
  readonly after: number;
}

/** A piece that may be cut. */
function Piece({ text, className, after }: PieceProps) {
  return (
    <span className={className} style={{ '--after': after } as CSSProperties} aria-hidden="true">
      <VisibleText text={text} />
    </span>
  );
}

import { useMemo } from 'react';
import { classNames } from '../ui/class-names.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { textPieces } from './text-pieces.ts';
import styles from './ask-payload.module.css';

const LINE_PX = 20;
const LINE_CHARS = 120;

/** Text of any length, completely in the DOM to scroll, search and copy; off-screen parts cost no layout. */
export function WholeText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => textPieces(text), [text]);
  const [only] = pieces;
  if (only === undefined || pieces.length === 1) return <VisibleText text={only?.text ?? ''} />;
  return pieces.map((piece) => (
    <span
      key={piece.at}
      className={classNames(styles.piece, piece.cut && styles.pieceCut)}
      style={{ containIntrinsicBlockSize: `auto ${height(piece.text)}px` }}
    >
      <VisibleText text={piece.text} />
    </span>
  ));
}

/** Estimated height of a piece before layout, so that the scroll bar is accurate. */
function height(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + LINE_PX * Math.max(1, Math.ceil(line.length / LINE_CHARS)), 0);
}

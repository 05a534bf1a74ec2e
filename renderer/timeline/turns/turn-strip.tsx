import { memo, useMemo } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import type { Lane } from './lanes.ts';
import { stripPieces } from './strip-pieces.ts';
import styles from './turn-strip.module.css';

export interface TurnStripProps {
  /** The calls of the turn, and where they are drawn. */
  readonly rows: readonly CallRow[];
  readonly axis: Pick<Lane, 'scale' | 'window'>;
  /** Approximate. Pixels. */
  readonly width: number;
  readonly now: number;
}

/** All calls of a folded turn, thin in one row. */
export const TurnStrip = memo(function TurnStrip({ rows, axis: { scale, window }, width, now }: TurnStripProps) {
  const pieces = useMemo(() => stripPieces(rows, { scale, window, width, now }), [rows, scale, window, width, now]);
  return (
    <span className={styles.strip} aria-hidden="true">
      {pieces.map(({ kind, at, width: share }) => (
        <span key={at} data-kind={kind} className={styles.piece} style={{ left: percent(at), width: percent(share) }} />
      ))}
    </span>
  );
});

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

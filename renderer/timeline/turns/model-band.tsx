import { memo, useMemo } from 'react';
import { formatDuration } from '../../time/duration.ts';
import { words } from '../words.ts';
import type { Lane } from './lanes.ts';
import { modelPieces } from './model-pieces.ts';
import styles from './model-band.module.css';

interface ModelBandProps {
  readonly model: Lane['model'];
  /** Where it is drawn. */
  readonly axis: Pick<Lane, 'id' | 'scale' | 'window'>;
  /** Approximate. Pixels. */
  readonly width: number;
}

/** When a model worked in a turn, at the lower edge of its head. */
export const ModelBand = memo(function ModelBand({ model, axis: { id, scale, window }, width }: ModelBandProps) {
  const pieces = useMemo(() => modelPieces(model, scale, window, width), [model, scale, window, width]);
  return pieces.map(({ at, width: share, worked }) => (
    <span
      key={at}
      className={styles.piece}
      {...(share === null && { 'data-live': id })}
      title={worked === null ? words.modelWorks : words.modelWorked(formatDuration(worked))}
      style={{ left: percent(at), width: share === null ? `calc((var(--now) - ${at.toFixed(5)}) * 100%)` : percent(share) }}
      aria-hidden="true"
    />
  ));
});

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

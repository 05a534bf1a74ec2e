import { memo, useMemo } from 'react';
import { isPaused, NO_MODEL_WORK } from '../../calls/model-work.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { formatDuration } from '../../time/duration.ts';
import { words } from '../words.ts';
import type { Lane } from './lanes.ts';
import { type ModelPiece, modelPieces } from './model-pieces.ts';
import styles from './model-band.module.css';

interface ModelBandProps {
  readonly model: Lane['model'];
  /** Where it is drawn. */
  readonly axis: Pick<Lane, 'id' | 'scale' | 'window'>;
  /** Approximate. Pixels. */
  readonly width: number;
}

/** When a model worked in a turn and when it was to be asked again, at the lower edge of its head. */
export const ModelBand = memo(function ModelBand({ model, axis: { id, scale, window }, width }: ModelBandProps) {
  const pieces = useMemo(() => modelPieces(model, scale, window, width), [model, scale, window, width]);
  const pauses = useMemo(() => modelPieces({ ...NO_MODEL_WORK, past: model.pauses }, scale, window, width), [model, scale, window, width]);
  const paused = isPaused(model, engineNow()) ? pauses.at(-1) : undefined;
  const work = pieces.map(({ at, width: share, worked }) => (
    <span
      key={at}
      className={styles.piece}
      {...(share === null && { 'data-live': id })}
      title={worked === null ? words.modelWorks : words.modelWorked(formatDuration(worked))}
      style={{ left: percent(at), width: share === null ? `calc((var(--now) - ${at.toFixed(5)}) * 100%)` : percent(share) }}
      aria-hidden="true"
    />
  ));
  return (
    <>
      {pauses.map((pause) => (
        <span
          key={`pause ${pause.at}`}
          className={styles.pause}
          {...(pause === paused && { 'data-live': id })}
          title={pause === paused || pause.worked === null ? words.retryPauses : words.retryPaused(formatDuration(pause.worked))}
          style={{ left: percent(pause.at), width: pause === paused ? upToNow(pause) : percent(pause.width ?? 0) }}
          aria-hidden="true"
        />
      ))}
      {work}
    </>
  );
});

/** Its end lies ahead. */
function upToNow({ at, width }: ModelPiece): string {
  return `clamp(0%, (var(--now) - ${at.toFixed(5)}) * 100%, ${percent(width ?? 0)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

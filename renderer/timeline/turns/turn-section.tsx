import { memo } from 'react';
import { NowLine, TimeBackdrop, useAxisMarks } from '../axis/time-header.tsx';
import { isTurnOf } from '../../calls/turns.ts';
import { useReading } from '../../store/reading-place.ts';
import { TurnHead, type TurnHeadProps } from './turn-head.tsx';
import styles from './turn-section.module.css';

export interface TurnSectionProps extends Omit<TurnHeadProps, 'marks' | 'isRead'> {
  readonly sessionId: string;
  readonly top: number;
  readonly height: number;
  /** Of the visible rows. */
  readonly viewHeight: number;
  /** There are other turns. */
  readonly isOneOfMany: boolean;
}

/** Height of the header of the grid with the head of a turn. */
const HEADERS = 52;

/** What is drawn for a turn around its rows: its head, which stays in view, the lines of its time scale, and the current time. */
export const TurnSection = memo(function TurnSection(props: TurnSectionProps) {
  const { sessionId, turn, lane, oneScale, top, height, width, viewHeight, isOneOfMany } = props;
  const marks = useAxisMarks(oneScale ? undefined : lane, width);
  const isRead = useReading((place) => place.sessionId === sessionId && isTurnOf(turn, place.messageId));
  return (
    <div className={styles.section} style={{ top, height }} data-lane={turn.id}>
      {!oneScale && !props.collapsed && <TimeBackdrop marks={marks} />}
      {turn.id !== '' && <TurnHead {...props} marks={marks} isRead={isOneOfMany && isRead} />}
      {lane.live && !oneScale && !props.collapsed && (
        <div className={styles.rows} aria-hidden="true">
          <NowLine live={turn.id} top={HEADERS} height={Math.max(0, viewHeight)} />
        </div>
      )}
    </div>
  );
});

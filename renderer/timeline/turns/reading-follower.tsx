import { useEffect, useEffectEvent } from 'react';
import { type ReadingPlace, useReading } from '../../store/reading-place.ts';
import { isTurnOf } from '../../calls/turns.ts';
import { callIdOf, type GridEntry, type TurnLines } from './turn-entries.ts';

export interface ReadingFollowerProps {
  readonly sessionId: string;
  readonly entries: readonly GridEntry[];
  readonly groups: readonly TurnLines[];
  /** The first visible line, and how many are. */
  readonly top: number;
  readonly page: number;
  /** Makes a line the first visible one. */
  readonly onScrollTo: (index: number) => void;
  /** Follows what is new again. */
  readonly onFollow: () => void;
}

/**
 * While a person scrolls the conversation, shows what they read in the timeline. A place that is in view moves nothing, nor does anything
 * that only arrives.
 */
export function ReadingFollower({ sessionId, entries, groups, top, page, onScrollTo, onFollow }: ReadingFollowerProps) {
  const show = useEffectEvent((place: ReadingPlace, before: ReadingPlace) => {
    if (place.sessionId !== sessionId || !place.scrolled) return;
    if (place.atEnd) {
      if (!before.atEnd) onFollow();
      return;
    }
    const group = groups.find(({ turn }) => isTurnOf(turn, place.messageId));
    if (!group) return;
    const call = entries.findIndex((entry) => place.callId !== null && callIdOf(entry) === place.callId);
    const line = call >= group.from && call < group.to ? call : group.from;
    if (line > top && line <= top + page) return;
    onScrollTo(line - group.from < page ? group.from : line - Math.floor(page / 2));
  });
  useEffect(() => useReading.subscribe((place, before) => show(place, before)), []);
  return null;
}

import { ROW } from '../grid/drawn-rows.ts';
import { useSlots } from '../grid/use-slots.ts';
import type { TurnLines } from './turn-entries.ts';
import type { Lane } from './lanes.ts';
import { TurnSection, type TurnSectionProps } from './turn-section.tsx';

type Shared = Pick<TurnSectionProps, 'sessionId' | 'oneScale' | 'width' | 'viewHeight' | 'isFastScroll' | 'onToggle' | 'onOpen'>;

interface TurnSectionsProps extends Shared {
  readonly groups: readonly TurnLines[];
  /** Those in view. */
  readonly drawn: readonly TurnLines[];
  readonly laneOf: (turnId: string) => Lane;
  /** The calls that the filter shows; `null` without a filter. */
  readonly matches: ReadonlySet<string> | null;
  /** The index of the active line; `null` without one. */
  readonly active: number | null;
  /** How many there are at most in view. */
  readonly most: number;
  readonly isScrolling: boolean;
}

/** What is drawn for the turns in view. Like rows, a turn that scrolls into view takes over the elements of one that left. */
export function TurnSections({ groups, drawn, laneOf, matches, active, most, isScrolling, ...shared }: TurnSectionsProps) {
  const first = drawn[0] ? groups.indexOf(drawn[0]) : 0;
  const items = drawn.map((group, offset) => ({ ...group, index: first + offset }));
  return useSlots(items, most, isScrolling).map(({ item: { turn, from, to }, slot }) => (
    <TurnSection
      key={slot}
      {...shared}
      turn={turn}
      lane={laneOf(turn.id)}
      matching={matches === null ? null : laneOf(turn.id).rows.filter(({ callId }) => matches.has(callId)).length}
      index={from}
      top={from * ROW}
      height={(to - from) * ROW}
      active={active === from}
      isOneOfMany={groups.length > 1}
      collapsed={to - from === 1}
    />
  ));
}

import type { VirtualItem } from '@tanstack/react-virtual';
import type { CallRow } from '#shared/session/view.ts';
import type { Interval } from '../../calls/call-times.ts';
import type { ReplayMark } from '../../store/rule-replay.ts';
import type { Lane } from '../turns/lanes.ts';
import { callIdOf, type GridEntry, groupAt, type TurnLines } from '../turns/turn-entries.ts';
import { runsBeside } from './row-order.ts';
import { TaskFoldRow } from './task-fold-row.tsx';
import { TimelineRow } from './timeline-row.tsx';
import type { Slotted } from './use-slots.ts';

interface DrawnLinesProps {
  readonly sessionId: string;
  readonly slots: readonly Slotted<VirtualItem>[];
  readonly entries: readonly GridEntry[];
  /** The turns in view. */
  readonly drawn: readonly TurnLines[];
  readonly calls: Readonly<Record<string, CallRow>>;
  readonly laneOf: (turnId: string) => Lane;
  /** The lane by which all turns are drawn, if the person wants one. */
  readonly oneScale: Lane | undefined;
  /** When the calls of each agent waited for the person. */
  readonly waits: ReadonlyMap<string, readonly Interval[]>;
  readonly replayed: ((callId: string) => ReplayMark | undefined) | undefined;
  /** The index of the active line. */
  readonly active: number;
  readonly selectedCallId: string | null;
  readonly collapsed: ReadonlySet<string>;
  readonly tookBeside: boolean;
  readonly isFastScroll: boolean;
  readonly onActivate: (callId: string) => void;
  readonly onToggle: (key: string) => void;
}

/** The lines in view but the heads of turns: calls, and the updates of tasks of a turn. */
export function DrawnLines(props: DrawnLinesProps) {
  const { sessionId, slots, entries, drawn, calls, laneOf, oneScale, waits, replayed } = props;
  const { active, selectedCallId, collapsed, tookBeside, isFastScroll, onActivate, onToggle } = props;
  return slots.map(({ item, slot }) => {
    const one = entries[item.index];
    const lane = oneScale ?? laneOf(groupAt(drawn, item.index)?.turn.id ?? '');
    const axis = {
      sessionId,
      scale: lane.scale,
      window: lane.window,
      laneId: lane.id,
      moving: lane.live,
      index: item.index,
      top: item.start,
    };
    const isActive = item.index === active;
    if (one && 'fold' in one)
      return <TaskFoldRow key={slot} {...axis} fold={one} calls={calls} active={isActive} tookBeside={tookBeside} onToggle={onToggle} />;
    const row = one && 'callId' in one ? calls[one.callId] : undefined;
    if (!one || !('callId' in one) || !row) return null;
    return (
      <TimelineRow
        key={slot}
        {...axis}
        row={row}
        waits={waits.get(one.callId)}
        level={one.level}
        hasChildren={one.hasChildren}
        besideAbove={runsBeside(calls[callIdOf(entries[item.index - 1]) ?? ''], row)}
        besideBelow={runsBeside(calls[callIdOf(entries[item.index + 1]) ?? ''], row)}
        replayed={replayed?.(one.callId)}
        tookBeside={tookBeside}
        active={isActive}
        selected={one.callId === selectedCallId}
        collapsed={!one.context && collapsed.has(one.callId)}
        context={one.context}
        isFastScroll={isFastScroll}
        onActivate={onActivate}
        onToggle={onToggle}
      />
    );
  });
}

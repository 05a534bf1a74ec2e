import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { agentWaits } from '../../calls/agent-waits.ts';
import { useWindow } from '../../store/app-store.ts';
import { useReplay, useReplayMarks } from '../../store/rule-replay.ts';
import { useAsks, useCallOrder, useSession } from '../../store/selectors.ts';
import { goToMessage } from '../../store/sought-place.ts';
import { selectCall } from '../../store/window-actions.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { useSize } from '../../ui/use-size.ts';
import { NowLine, TimeBackdrop, useAxisMarks } from '../axis/time-header.tsx';
import { SESSION_LANE, type TimelineView } from '../axis/timeline-view.ts';
import { useLiveEdge } from '../axis/use-live-edge.ts';
import type { ZoomAreaProps } from '../axis/zoom-area.tsx';
import { useFilterResult } from '../filter/use-filter-result.ts';
import type { ReadingFollowerProps } from '../turns/reading-follower.tsx';
import { foldOf, foldTasks } from '../turns/task-folds.ts';
import { hasModelWork } from '../turns/model-by-turn.ts';
import { FoldTurns } from '../turns/fold-turns.tsx';
import { callIdOf, entryKey, groupAt, headKey, withTurnHeads } from '../turns/turn-entries.ts';
import { TurnSections } from '../turns/turn-sections.tsx';
import type { Turn } from '../../calls/turns.ts';
import { useFolds } from '../turns/use-folds.ts';
import { useLanes } from '../turns/use-lanes.ts';
import { words } from '../words.ts';
import styles from '../timeline.module.css';
import gridStyles from './timeline-grid.module.css';
import { gridColumns, hasTookColumn, waterfallWidth } from './column-widths.ts';
import { COLUMNS } from './columns.tsx';
import { DrawnLines } from './drawn-lines.tsx';
import { linesInView, OVERSCAN, ROW, rowsToDraw, useMostRows } from './drawn-rows.ts';
import { EdgeMarks } from './edge-marks.tsx';
import { handleGridKey } from './grid-keys.ts';
import { NoMatches } from './no-matches.tsx';
import { isFailure, orderRows } from './row-order.ts';
import { HeaderRow, rowId } from './timeline-row.tsx';
import { useColumnNeeds } from './use-column-needs.ts';
import { useFollowing } from './use-following.ts';
import { useGoToCall } from './use-go-to-call.ts';
import { useFastScroll, useSlots } from './use-slots.ts';
import { waitingLines, waitingOutside } from './waiting-lines.ts';

const OverviewStrip = onDemand(
  async () => (await import('../overview/overview-strip.tsx')).OverviewStrip,
  <div className={gridStyles.stripPlaceholder} />,
);
const HoverCard = onDemand(async () => (await import('./hover-card.tsx')).HoverCard);
const ZoomArea = onDemand<ZoomAreaProps>(async () => (await import('../axis/zoom-area.tsx')).ZoomArea);
const ReadingFollower = onDemand<ReadingFollowerProps>(async () => (await import('../turns/reading-follower.tsx')).ReadingFollower);

/** With more calls than this, an overview of all of them is shown above. */
const OVERVIEW_FROM = 200;
const HEADER = 24;
const NO_CALLS: Readonly<Record<string, CallRow>> = {};

export interface TimelineGridProps {
  readonly sessionId: string;
  readonly view: TimelineView;
}

/** The virtualized rows with their waterfall. */
export function TimelineGrid({ sessionId, view }: TimelineGridProps) {
  const session = useSession(sessionId, (whole) => whole);
  const callOrder = useCallOrder(sessionId);
  const asks = useAsks(sessionId);
  const selectedCallId = useWindow((state) => state.selectedCallId);
  /** The key of the active line. */
  const [activeId, setActiveId] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const sizer = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(grid);
  const mostRows = useMostRows(height);

  const calls = session?.calls ?? NO_CALLS;
  const { rows, turns, model, laneOf, oneScale, live, redraw } = useLanes(session, view);
  const matches = useFilterResult(sessionId, rows)?.matches ?? null;
  const replayMarks = useReplayMarks(sessionId);
  // While calls are searched or compared, each is shown.
  const folds = matches === null && replayMarks === undefined;
  const withCalls = turns.filter(({ id }) => id !== '' && laneOf(id).rows.length > 0);
  const { collapsed, toggle, foldTurns, allFolded } = useFolds(sessionId, withCalls, folds);
  // `calls` is mutated in place and parents never change: the order depends only on which calls exist.
  const ordered = useMemo(() => orderRows(callOrder, calls, collapsed, matches), [callOrder, calls, collapsed, matches]);
  const { entries, groups } = useMemo(
    () => withTurnHeads(folds ? foldTasks(ordered, calls, turns, collapsed) : ordered, calls, turns, collapsed, matches !== null),
    [ordered, calls, turns, collapsed, folds, matches],
  );
  const waits = useMemo(() => agentWaits(rows), [rows]);
  const inBackground = session !== undefined && runsInBackground(session);
  const needs = useColumnNeeds({ ordered, calls, rows, replayed: replayMarks !== undefined, inBackground });
  // The active line is tracked by its key: a sub-agent's calls and filters shift its index.
  const active = useMemo(() => entries.findIndex((entry) => entryKey(entry) === activeId), [entries, activeId]);
  const [selected, setSelected] = useState(selectedCallId);
  if (selectedCallId !== selected) {
    setSelected(selectedCallId);
    if (selectedCallId !== null) setActiveId(selectedCallId);
    // What hides it opens.
    const fold = selectedCallId === null ? undefined : foldOf(entries, selectedCallId);
    const turn = withCalls.find(({ id }) => laneOf(id).rows.some(({ callId }) => callId === selectedCallId));
    if (turn && collapsed.has(headKey(turn))) toggle(headKey(turn));
    else if (fold !== undefined) toggle(fold);
  }
  const { following, follow } = useFollowing(grid, sizer, session?.items);
  // oxlint-disable-next-line react/incompatible-library -- its values are used here only.
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => grid.current,
    getItemKey: useCallback((index: number) => (entries[index] ? entryKey(entries[index]) : index), [entries]),
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    rangeExtractor: (range) => rowsToDraw(range, following ? mostRows : 0),
    // The header of the grid is above the rows, and the head of a turn stays in view above its own.
    scrollPaddingStart: ROW,
    scrollPaddingEnd: HEADER,
  });
  const isFastScroll = useFastScroll(grid);
  const items = virtual.getVirtualItems();
  const slots = useSlots(items, mostRows + OVERSCAN, virtual.isScrolling);
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? -1;
  const drawn = groups.filter((group) => group.to > from && group.from <= to);
  const top = Math.floor((virtual.scrollOffset ?? 0) / ROW);

  const bars = waterfallWidth(width, needs);
  const empty = rows.length === 0 && !hasModelWork(model);
  const sharedMarks = useAxisMarks(empty ? undefined : oneScale, bars);
  const shared = oneScale ? sharedMarks : null;
  const moving = (oneScale ? [oneScale] : drawn.map(({ turn }) => laneOf(turn.id))).filter(
    (lane) => lane.live && (lane.rows.length > 0 || hasModelWork(lane.model)),
  );
  useLiveEdge(grid, moving, bars, (id) => (view.mode.type !== 'chosen' || view.mode.laneId !== id) && redraw());
  const activeDrawn = activeId !== null && active >= from && active <= to;
  const current = groupAt(groups, following && !activeDrawn ? entries.length : activeDrawn ? active : top);

  const showSelected = useEffectEvent(() => {
    const index = entries.findIndex((entry) => callIdOf(entry) === selectedCallId);
    if (index >= 0) virtual.scrollToIndex(index);
  });
  useEffect(() => {
    if (selectedCallId !== null) showSelected();
  }, [selectedCallId]);

  const activate = useCallback((callId: string) => {
    setActiveId(callId);
    selectCall(callId);
  }, []);
  const openTurn = useCallback((turn: Turn) => {
    setActiveId(entryKey({ turn }));
    goToMessage(turn.id);
  }, []);
  const moveTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), entries.length - 1);
    virtual.scrollToIndex(next);
    const entry = entries[next];
    setActiveId(entry ? entryKey(entry) : null);
    const callId = callIdOf(entry);
    if (selectedCallId !== null && callId !== undefined) selectCall(callId);
  };
  const [revealed, setRevealed] = useState<{ readonly callId: string } | null>(null);
  const difference = useReplay((state) => state.goTo);
  useGoToCall(difference, { entries, calls, moveTo });
  useGoToCall(revealed, { entries, calls, moveTo });
  const followAgain = () => {
    if (view.mode.type === 'chosen') view.setMode({ type: 'turns' });
    follow();
  };

  const waiting = useMemo(() => waitingLines(asks, { entries, groups, calls }), [asks, entries, groups, calls]);
  const inView = linesInView({ scrollTop: virtual.scrollOffset ?? 0, clientHeight: height }, HEADER);
  const page = Math.max(1, Math.floor(height / ROW) - 3);
  return (
    <>
      {callOrder.length > OVERVIEW_FROM && (
        <OverviewStrip
          rows={rows}
          model={model}
          live={live}
          view={view}
          entries={entries}
          calls={calls}
          shown={[top, top + Math.floor((height - HEADER) / ROW)]}
          onGoTo={(index) => virtual.scrollToIndex(index, { align: 'center' })}
        />
      )}
      <div
        ref={grid}
        role="treegrid"
        aria-label={words.timeline}
        aria-rowcount={entries.length + 1}
        aria-colcount={COLUMNS.length}
        aria-activedescendant={activeDrawn ? rowId(activeId) : undefined}
        tabIndex={0}
        className={styles.grid}
        style={gridColumns(needs)}
        onKeyDown={(event) =>
          handleGridKey(event, {
            view,
            entries,
            calls,
            collapsed,
            active,
            page,
            inView: () => linesInView(event.currentTarget, HEADER),
            moveTo,
            activate,
            openTurn,
            toggle,
            follow: followAgain,
            filtering: matches !== null,
            failuresIn: ({ id }) =>
              laneOf(id)
                .rows.filter(isFailure)
                .map(({ callId }) => callId),
            reveal: (turn, callId) => {
              toggle(headKey(turn));
              setRevealed({ callId });
            },
          })
        }
      >
        <HeaderRow shared={shared} folding={withCalls.length > 1 && <FoldTurns allFolded={allFolded} onFold={foldTurns} />} />
        {oneScale?.live === true && !empty && <NowLine live={SESSION_LANE} top={HEADER} height={height - HEADER} />}
        <div ref={sizer} className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
          {shared && <TimeBackdrop marks={shared} minHeight={height - HEADER} />}
          <TurnSections
            sessionId={sessionId}
            groups={groups}
            drawn={drawn}
            laneOf={laneOf}
            matches={matches}
            oneScale={oneScale}
            width={bars}
            viewHeight={height - HEADER - ROW}
            active={activeId === null ? null : active}
            most={mostRows + OVERSCAN}
            isScrolling={virtual.isScrolling}
            isFastScroll={isFastScroll}
            onToggle={toggle}
            onOpen={openTurn}
          />
          <DrawnLines
            sessionId={sessionId}
            slots={slots}
            entries={entries}
            drawn={drawn}
            calls={calls}
            laneOf={laneOf}
            oneScale={oneScale}
            waits={waits}
            replayed={replayMarks}
            active={active}
            selectedCallId={selectedCallId}
            collapsed={collapsed}
            tookBeside={width > 0 && !hasTookColumn(width)}
            isFastScroll={isFastScroll}
            onActivate={activate}
            onToggle={toggle}
          />
        </div>
      </div>
      <HoverCard sessionId={sessionId} grid={grid} />
      <ZoomArea
        grid={grid}
        view={view}
        laneOf={(id) => oneScale ?? laneOf(id)}
        current={oneScale ?? (current && laneOf(current.turn.id))}
        around={following && live ? 1 : 0.5}
      />
      <ReadingFollower
        sessionId={sessionId}
        entries={entries}
        groups={groups}
        top={top}
        page={page}
        onScrollTo={(index) => virtual.scrollToOffset(index * ROW)}
        onFollow={follow}
      />
      {matches?.size === 0 && callOrder.length > 0 && <NoMatches />}
      <EdgeMarks waiting={waitingOutside(waiting, inView)} onGoTo={moveTo} mayFollow={!following && live} onFollow={followAgain} />
    </>
  );
}

/** Whether a row says that something runs there. */
function runsInBackground({ tasks, agents, workflows }: SessionView): boolean {
  const sent = [...Object.values(tasks), ...Object.values(agents).filter(({ background }) => background), ...Object.values(workflows)];
  return sent.some(({ state }) => state === 'running');
}

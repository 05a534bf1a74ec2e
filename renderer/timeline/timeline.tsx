import { ListTree } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { followSession } from '../store/session-sync.ts';
import { turnsIn } from '../calls/turns.ts';
import { useReplay } from '../store/rule-replay.ts';
import { useSession, useSlot } from '../store/selectors.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import type { TimelineGridProps } from './grid/timeline-grid.tsx';
import { useFilterState } from './filter/timeline-filter.ts';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { useTimelineView } from './axis/timeline-view.ts';
import { words } from './words.ts';
import styles from './timeline.module.css';

const TimelineGrid = onDemand<TimelineGridProps>(
  async () => (await import('./grid/timeline-grid.tsx')).TimelineGrid,
  <div className={styles.grid} aria-busy="true" />,
);
// Fetched beside the first script, while the session is loaded.
TimelineGrid.preload();
const TimelineTotals = onDemand(async () => (await import('./timeline-totals.tsx')).TimelineTotals);
TimelineTotals.preload();
const ReplayBar = onDemand(async () => (await import('./replay/replay-bar.tsx')).ReplayBar);
const FilterBar = onDemand(async () => (await import('./filter/filter-bar.tsx')).FilterBar);

/** The live timeline of a session: one row per call, its bar growing while it runs. */
export function Timeline({ sessionId }: { readonly sessionId: string }) {
  const view = useTimelineView();
  const totals = useMemo(() => <TimelineTotals sessionId={sessionId} />, [sessionId]);
  const filtering = useFilterState((state) => state.open);
  const replaying = useReplay((state) => state.open);
  // Preloaded, so that text typed right after the shortcut goes into its field.
  useEffect(() => {
    const idle = requestIdleCallback(() => FilterBar.preload());
    return () => cancelIdleCallback(idle);
  }, []);
  const body = useRef<HTMLDivElement>(null);
  const toRows = useCallback(() => body.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus(), []);
  return (
    <section className={styles.pane} aria-label={words.callsOverTime}>
      <TimelineToolbar sessionId={sessionId} totals={totals} view={view} />
      {filtering && <FilterBar sessionId={sessionId} onLeave={toRows} />}
      {replaying && <ReplayBar sessionId={sessionId} />}
      <div ref={body} className={styles.body}>
        <TimelineGrid sessionId={sessionId} view={view} />
        <NoRows sessionId={sessionId} />
      </div>
    </section>
  );
}

function NoRows({ sessionId }: { readonly sessionId: string }) {
  const status = useSlot(sessionId, (slot) => slot.status) ?? 'loading';
  const error = useSlot(sessionId, (slot) => slot.error);
  const projectDir = useSession(sessionId, (view) => view.projectDir) ?? '';
  const empty = useSession(sessionId, (view) => view.callOrder.length === 0 && turnsIn(view)[0]?.id === '') ?? true;
  if (!empty) return null;
  return (
    <div className={styles.overlay}>
      {status === 'loading' && <Skeleton lines={6} label={words.loadingTheTimeline} />}
      {status === 'error' && (
        <EmptyState
          title={words.failed}
          actions={<Button onClick={() => void followSession(sessionId, projectDir)}>{words.tryAgain}</Button>}
        >
          {error}
        </EmptyState>
      )}
      {status === 'ready' && (
        <EmptyState icon={<ListTree size={24} strokeWidth={1.5} aria-hidden="true" />} title={words.noCallsYet}>
          {words.emptyHint}
        </EmptyState>
      )}
    </div>
  );
}

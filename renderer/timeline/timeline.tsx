import { ListTree } from 'lucide-react';
import { useMemo } from 'react';
import { followSession } from '../store/session-sync.ts';
import { useSession, useSlot } from '../store/selectors.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimelineGrid } from './timeline-grid.tsx';
import { TimelineTotals } from './timeline-totals.tsx';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { useTimelineView } from './use-timeline-view.ts';
import styles from './timeline.module.css';

/** The live timeline of a session: one row per call, its bar drawn while it happens. */
export function Timeline({ sessionId }: { readonly sessionId: string }) {
  const view = useTimelineView();
  const totals = useMemo(() => <TimelineTotals sessionId={sessionId} />, [sessionId]);
  return (
    <section className={styles.pane} aria-label="Calls over time">
      <TimelineToolbar totals={totals} view={view} />
      <div className={styles.body}>
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
  const empty = (useSession(sessionId, (view) => view.callOrder.length) ?? 0) === 0;
  if (!empty) return null;
  return (
    <div className={styles.overlay}>
      {status === 'loading' && <Skeleton lines={6} label="Loading the timeline" />}
      {status === 'error' && (
        <EmptyState
          title="The session could not be loaded"
          actions={<Button onClick={() => void followSession(sessionId, projectDir)}>Try again</Button>}
        >
          {error}
        </EmptyState>
      )}
      {status === 'ready' && (
        <EmptyState icon={<ListTree size={24} strokeWidth={1.5} aria-hidden="true" />} title="No calls yet">
          Send a message. Each call the agent makes is drawn here while it happens.
        </EmptyState>
      )}
    </div>
  );
}

import { useMemo, useState } from 'react';
import { callsOf, useCoarse } from '../calls/calls-of.ts';
import { modelWorkOf, modelWorkTime } from '../calls/model-work.ts';
import { engineNow } from '../store/engine-clock.ts';
import { useSession } from '../store/selectors.ts';
import { useNow } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { totals } from './totals.ts';
import { words } from './totals-words.ts';
import styles from './timeline-totals.module.css';

const ToolTotalsDialog = onDemand(async () => (await import('./tool-totals-dialog.tsx')).ToolTotalsDialog);

/** The session's total times; updates once a second while a turn runs. */
export function TimelineTotals({ sessionId }: { readonly sessionId: string }) {
  const view = useCoarse(useSession(sessionId, (whole) => whole));
  const [open, setOpen] = useState(false);
  const second = useNow(view?.turn ? 1000 : null);
  // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- `second` recomputes the totals while calls run.
  const sums = useMemo(() => view && totals(callsOf(view), engineNow()), [view, second]);
  // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- as above
  const modelTime = useMemo(() => (view ? modelWorkTime(modelWorkOf(view), engineNow()) : 0), [view, second]);
  if (!sums || sums.calls === 0) return null;
  return (
    <>
      <button type="button" className={styles.open} title={words.showByTool} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.sums}>
          <span title={words.workHint}>
            {words.work} <b>{formatDuration(sums.work)}</b>
          </span>
          <span data-kind={sums.waiting > 0 ? 'waiting' : undefined} title={words.waitedHint}>
            {words.waited}
            <i> {words.forYou}</i> <b>{formatDuration(sums.waiting)}</b>
          </span>
          {modelTime > 0 && (
            <span data-total="model" title={words.modelHint}>
              {words.model} <b>{formatDuration(modelTime)}</b>
            </span>
          )}
          <span title={words.savedHint}>
            {words.saved}
            <i> {words.inParallel}</i> <b>{formatDuration(sums.saved)}</b>
          </span>
        </span>
      </button>
      {open && <ToolTotalsDialog sessionId={sessionId} onClose={() => setOpen(false)} />}
    </>
  );
}

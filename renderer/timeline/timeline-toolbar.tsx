import { FoldHorizontal, ListFilter, Maximize2, Share, ShieldCheck, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { callsOf, useCoarse } from '../calls/calls-of.ts';
import { totals as totalsOf } from '../calls/call-times.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { engineNow } from '../store/engine-clock.ts';
import { closeReplay, openReplay, useReplay } from '../store/rule-replay.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { useNow } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { closeFilter, openFilter, useFilterState } from './filter/timeline-filter.ts';
import type { TimelineView } from './axis/timeline-view.ts';
import { words } from './words.ts';
import styles from './timeline-toolbar.module.css';

const ToolTotalsDialog = onDemand(async () => (await import('./tool-totals-dialog.tsx')).ToolTotalsDialog);

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Totals and zoom buttons. */
export function TimelineToolbar({
  sessionId,
  totals,
  view,
}: {
  readonly sessionId: string;
  readonly totals: ReactNode;
  readonly view: TimelineView;
}) {
  const filtering = useFilterState((state) => state.open);
  const replaying = useReplay((state) => state.open);
  const all = view.mode.type === 'session';
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>{words.timeline}</h2>
      <div className={styles.totals}>{totals}</div>
      <div className={styles.buttons}>
        <IconButton
          label={words.filter}
          keys={useKeysOf('timeline.filter')}
          icon={<ListFilter {...icon} />}
          pressed={filtering}
          onClick={filtering ? closeFilter : openFilter}
          tooltipSide="bottom"
        />
        <IconButton
          label={words.replayRules}
          icon={<ShieldCheck {...icon} />}
          pressed={replaying}
          onClick={replaying ? closeReplay : openReplay}
          tooltipSide="bottom"
        />
        <IconButton
          label={words.foldPauses}
          icon={<FoldHorizontal {...icon} />}
          pressed={view.folding}
          onClick={view.toggleFolding}
          tooltipSide="bottom"
        />
        <IconButton label={words.zoomOut} keys="-" icon={<ZoomOut {...icon} />} onClick={() => view.zoomBy(2)} tooltipSide="bottom" />
        <IconButton label={words.zoomIn} keys="+" icon={<ZoomIn {...icon} />} onClick={() => view.zoomBy(0.5)} tooltipSide="bottom" />
        <IconButton
          label={words.oneScale}
          keys="0"
          icon={<Maximize2 {...icon} />}
          pressed={all}
          onClick={() => view.setMode({ type: all ? 'turns' : 'session' })}
          tooltipSide="bottom"
        />
        <IconButton
          label={words.export}
          icon={<Share {...icon} />}
          onClick={() => openDialog({ type: 'exportTrace', sessionId })}
          tooltipSide="bottom"
        />
      </div>
    </div>
  );
}

/** The session's total times; updates once a second while a turn runs. */
export function TimelineTotals({ sessionId }: { readonly sessionId: string }) {
  const view = useCoarse(useSession(sessionId, (whole) => whole));
  const [open, setOpen] = useState(false);
  const second = useNow(view?.turn ? 1000 : null);
  // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- `second` recomputes the totals while calls run.
  const sums = useMemo(() => view && totalsOf(callsOf(view), engineNow()), [view, second]);
  if (!sums || sums.calls === 0) return null;
  return (
    <>
      <button type="button" className={styles.open} title={words.showByTool} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span title={words.workHint}>
          <span className={styles.work}>{words.work}</span> <b>{formatDuration(sums.work)}</b>
        </span>
        <span data-kind={sums.waiting > 0 ? 'waiting' : undefined} title={words.waitedHint}>
          {words.waited}
          <i> {words.forYou}</i> <b>{formatDuration(sums.waiting)}</b>
        </span>
        <span title={words.savedHint}>
          {words.saved}
          <i> {words.inParallel}</i> <b>{formatDuration(sums.saved)}</b>
        </span>
      </button>
      {open && <ToolTotalsDialog sessionId={sessionId} onClose={() => setOpen(false)} />}
    </>
  );
}

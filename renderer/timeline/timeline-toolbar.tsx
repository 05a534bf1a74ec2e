import { FoldHorizontal, ListFilter, Maximize2, Share, ShieldCheck, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useKeysOf } from '../store/command-keys.ts';
import { closeReplay, openReplay, useReplay } from '../store/rule-replay.ts';
import { openDialog } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { closeFilter, openFilter, useFilterState } from './filter/timeline-filter.ts';
import type { TimelineView } from './axis/timeline-view.ts';
import { words } from './words.ts';
import styles from './timeline-toolbar.module.css';

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

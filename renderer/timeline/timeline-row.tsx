import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import { AgentBadges } from '../agents/agent-badges.tsx';
import { useAgentLabel, useCall, useProgress } from '../store/selectors.ts';
import { Badge } from '../ui/badge.tsx';
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx';
import { STATE_WORDS, StatusGlyph } from '../ui/status-glyph.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { barWords } from './bar-words.ts';
import { Bar } from './bar.tsx';
import { useNow } from './clock.ts';
import { decisionChip } from './decision-chip.ts';
import { formatDuration } from './duration.ts';
import { isLive, waitTime, workTime } from './segments.ts';
import type { TimeScale } from './time-axis.ts';
import type { TimeWindow } from './time-window.ts';
import type { CallRow } from '#shared/session/view.ts';
import { words } from './words.ts';
import styles from './timeline.module.css';

export interface TimelineRowProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly level: number;
  readonly hasChildren: boolean;
  readonly index: number;
  readonly top: number;
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  readonly beside: boolean;
  readonly active: boolean;
  readonly selected: boolean;
  readonly collapsed: boolean;
  /** It doesn't pass the filter itself. */
  readonly context: boolean;
  readonly onActivate: (index: number, callId: string) => void;
  readonly onToggle: (callId: string) => void;
}

/** One call: state, tool, what it is about, its bar, how long it took, who decided. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { sessionId, callId, level, hasChildren, index, top, scale, window, beside, active, selected, collapsed, context } = props;
  const { onActivate, onToggle } = props;
  const row = useCall(sessionId, callId);
  const progress = useProgress(sessionId, callId);
  const agent = useAgentLabel(sessionId, row?.agentId);
  if (!row) return null;
  const chip = decisionChip(row);
  const bar = barWords(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid has the focus and the keys.
    <div
      role="row"
      id={rowId(callId)}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-selected={selected}
      {...(hasChildren && { 'aria-expanded': !collapsed })}
      data-active={active}
      data-settled={!isLive(row)}
      data-state={row.state}
      data-context={context}
      className={styles.row}
      style={{ top, '--level': level } as CSSProperties}
      onClick={() => onActivate(index, callId)}
    >
      <div role="gridcell" className={styles.glyph} title={STATE_WORDS[row.state]}>
        <StatusGlyph state={row.state} label={STATE_WORDS[row.state]} />
      </div>
      <div role="gridcell" className={styles.tool} title={row.toolName}>
        {row.toolName}
      </div>
      <div role="gridcell" className={styles.summary} data-kind={row.view.kind}>
        {hasChildren && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.toggle}
            aria-label={collapsed ? words.showCalls : words.hideCalls}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(callId);
            }}
          >
            {collapsed ? <ChevronRight size={13} aria-hidden="true" /> : <ChevronDown size={13} aria-hidden="true" />}
          </button>
        )}
        <Summary row={row} />
        <AgentBadges sessionId={sessionId} callId={callId} />
        {agent !== undefined && <Badge>{agent}</Badge>}
      </div>
      <div role="gridcell" className={styles.waterfall} data-bar={callId} data-beside={beside} aria-label={bar}>
        <Bar row={row} scale={scale} window={window} progress={progress} />
      </div>
      <div role="gridcell" className={styles.took}>
        <Took row={row} />
      </div>
      <div role="gridcell" className={styles.decision}>
        {chip && (
          <Badge tone={chip.tone} title={chip.title}>
            {chip.text}
          </Badge>
        )}
      </div>
    </div>
  );
});

export function rowId(callId: string): string {
  return `timeline-row-${callId}`;
}

/** No column is as wide, in characters. */
const MAX_SUMMARY = 300;

/** A path keeps its end in sight, a command its beginning. */
function Summary({ row }: { readonly row: CallRow }) {
  const { kind, summary } = row.view;
  if (kind === 'read' || kind === 'edit')
    return (
      <span className={styles.summaryText}>
        <MiddleEllipsis text={summary} tailChars={14} />
      </span>
    );
  return (
    <span className={styles.command} title={summary}>
      <VisibleText text={summary.slice(0, MAX_SUMMARY)} />
    </span>
  );
}

/** Counts up while the call runs or waits; then how long its run took. */
function Took({ row }: { readonly row: CallRow }) {
  const live = isLive(row) && row.state !== 'queued';
  const now = useNow(live ? 100 : null);
  if (row.state === 'queued') return null;
  if (row.state === 'waiting') return <span title={words.waitsForYou}>{formatDuration(waitTime(row, now))}</span>;
  if (row.startedAt === undefined) return null;
  const waited = waitTime(row, now);
  return <span title={waited > 0 ? words.waitedForYou(formatDuration(waited)) : undefined}>{formatDuration(workTime(row, now))}</span>;
}

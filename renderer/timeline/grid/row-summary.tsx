import { ChevronDown, ChevronRight } from 'lucide-react';
import { shorten } from '#shared/shorten.ts';
import type { CallRow } from '#shared/session/view.ts';
import { AgentBadges } from '../../agents/agent-badges.tsx';
import { ChangedMark } from '../../calls/changed-mark.tsx';
import { isAboutPath } from '../../calls/about-path.ts';
import { useSession } from '../../store/selectors.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { LineEllipsis } from '../../ui/display/line-ellipsis.tsx';
import { StartEllipsis } from '../../ui/display/start-ellipsis.tsx';
import { visibleWords } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from '../timeline.module.css';

/** Longer than any column, in characters. */
const MAX_SUMMARY = 300;
/** Of an agent's task beside its calls, in characters. */
const MAX_TASK = 24;

export interface SummaryProps {
  readonly sessionId: string;
  readonly row: CallRow;
  readonly hasChildren: boolean;
  readonly collapsed: boolean;
  /** Scrolling too fast to read: the text is left out. */
  readonly isFastScroll: boolean;
  readonly onToggle: (callId: string) => void;
}

/** The cell of a call's summary and its agent. Plain rows don't subscribe to the store: hundreds may pass by each second while scrolling. */
export function summaryCell(props: SummaryProps) {
  const { row, hasChildren, isFastScroll } = props;
  const cell = {
    className: styles.summary,
    'data-kind': row.view.kind,
    'data-badged': row.view.kind === 'agent' || row.agentId !== undefined,
  };
  if (isFastScroll) return cell;
  // Named as a whole, since it is drawn in two pieces.
  const isWholeName = isAboutPath(row.view) && isPlain(row, hasChildren);
  return { ...cell, ...(isWholeName && { 'aria-label': visibleWords(row.view.summary) }), children: <Summary {...props} /> };
}

function isPlain({ agentId, changedBy }: CallRow, hasChildren: boolean): boolean {
  return agentId === undefined && changedBy === undefined && !hasChildren;
}

function Summary({ sessionId, row, hasChildren, collapsed, onToggle }: SummaryProps) {
  const { kind, summary } = row.view;
  return (
    <>
      {hasChildren && (
        <button
          type="button"
          tabIndex={-1}
          data-folds=""
          className={styles.toggle}
          aria-label={collapsed ? words.showCalls : words.hideCalls}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(row.callId);
          }}
        >
          {collapsed ? <ChevronRight size={13} aria-hidden="true" /> : <ChevronDown size={13} aria-hidden="true" />}
        </button>
      )}
      {isAboutPath(row.view) ? (
        <StartEllipsis text={summary} className={styles.path} />
      ) : (
        <LineEllipsis text={summary.slice(0, MAX_SUMMARY)} title={summary} className={styles.command} />
      )}
      <ChangedMark row={row} short />
      {kind === 'agent' && <AgentBadges sessionId={sessionId} callId={row.callId} />}
      {row.agentId !== undefined && <AgentName sessionId={sessionId} agentId={row.agentId} />}
    </>
  );
}

/** The agent that made the call: its name, or its task. */
function AgentName({ sessionId, agentId }: { readonly sessionId: string; readonly agentId: string }) {
  const agent = useSession(sessionId, ({ agents }) => agents[agentId]);
  if (!agent) return null;
  const task = agent.name ?? (agent.description === '' ? agent.agentType : agent.description);
  return <Badge title={`${agent.agentType}: ${agent.description}`}>{shorten(task, MAX_TASK)}</Badge>;
}

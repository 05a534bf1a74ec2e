import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { AgentBadges } from '../../agents/agent-card.tsx';
import { useAgentLabel } from '../../store/selectors.ts';
import { Badge } from '../../ui/badge.tsx';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { visibleWords } from '../../ui/visible-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { words } from '../words.ts';
import styles from '../timeline.module.css';

/** Longer than any column, in characters. */
const MAX_SUMMARY = 300;

export interface RowSummaryProps {
  readonly sessionId: string;
  readonly row: CallRow;
  readonly hasChildren: boolean;
  readonly collapsed: boolean;
  /** Scrolling too fast to read: the text is left out. */
  readonly flying: boolean;
  readonly onToggle: (callId: string) => void;
}

/** A call's summary and its agent. Plain rows don't subscribe to the store: hundreds may pass by each second while scrolling. */
export function RowSummary(props: RowSummaryProps) {
  return props.flying ? <Cell kind={props.row.view.kind} /> : <Summary {...props} />;
}

function Summary({ sessionId, row, hasChildren, collapsed, onToggle }: RowSummaryProps) {
  const { kind, summary } = row.view;
  // A path keeps its end visible, a command its start.
  const isPath = kind === 'read' || kind === 'edit';
  const isPlain = row.agentId === undefined && !hasChildren;
  return (
    // Named as a whole, since it is drawn in two pieces.
    <Cell kind={kind} name={isPath && isPlain ? visibleWords(summary) : undefined}>
      {hasChildren && (
        <button
          type="button"
          tabIndex={-1}
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
      {isPath ? (
        <MiddleEllipsis text={summary} tailChars={14} named={isPlain} className={styles.path} />
      ) : (
        <VisibleText text={summary.slice(0, MAX_SUMMARY)} title={summary} className={styles.command} />
      )}
      {kind === 'agent' && <AgentBadges sessionId={sessionId} callId={row.callId} />}
      {row.agentId !== undefined && <AgentName sessionId={sessionId} agentId={row.agentId} />}
    </Cell>
  );
}

function Cell({ kind, name, children }: { readonly kind: string; readonly name?: string | undefined; readonly children?: ReactNode }) {
  return (
    <div role="gridcell" className={styles.summary} data-kind={kind} aria-label={name}>
      {children}
    </div>
  );
}

function AgentName({ sessionId, agentId }: { readonly sessionId: string; readonly agentId: string }) {
  const name = useAgentLabel(sessionId, agentId);
  return name === undefined ? null : <Badge>{name}</Badge>;
}

import { memo } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useWindow } from '../../store/app-store.ts';
import { AgentCard } from '../../agents/agent-card.tsx';
import { WorkflowCard } from '../../agents/workflow-card.tsx';
import { OpenFileButton } from '../../paths/path-menu.tsx';
import { useAgentOfCall, useCall, useProgress, useWorkflowOfCall } from '../../store/selectors.ts';
import { selectCall, showPane } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { STATE_WORDS } from '../../ui/words.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './call-card.module.css';

export interface CallCardProps {
  readonly sessionId: string;
  readonly callId: string;
  /** Far off-screen: progress isn't subscribed to. */
  readonly isOffscreen?: boolean;
}

/** One call as a line; opens the inspector. */
export const CallCard = memo(function CallCard({ sessionId, callId, isOffscreen = false }: CallCardProps) {
  const run = useWorkflowOfCall(sessionId, callId);
  const agent = useAgentOfCall(sessionId, callId);
  if (run) return <WorkflowCard sessionId={sessionId} run={run} />;
  return agent ? (
    <AgentCard sessionId={sessionId} callId={callId} agent={agent} />
  ) : (
    <PlainCard sessionId={sessionId} callId={callId} isOffscreen={isOffscreen} />
  );
});

function hasEnded({ state }: CallRow): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

function PlainCard({ sessionId, callId, isOffscreen }: Required<CallCardProps>) {
  const row = useCall(sessionId, callId);
  const progress = useProgress(sessionId, isOffscreen ? null : callId);
  const selected = useWindow((state) => state.selectedCallId === callId);
  if (!row) return <div className={styles.card} />;
  const note =
    row.state === 'running' ? progress?.text : hasEnded(row) ? (row.view.outcome ?? STATE_WORDS[row.state]) : STATE_WORDS[row.state];
  const waitsForInput = row.state === 'running' && progress?.waitsForInput === true;
  const card = (
    <button
      type="button"
      className={styles.card}
      data-state={row.state}
      data-kind={row.view.kind}
      data-waits={waitsForInput || undefined}
      aria-expanded={selected}
      onClick={() => selectCall(selected ? null : callId)}
    >
      <StatusGlyph state={row.state} label={note === STATE_WORDS[row.state] ? undefined : STATE_WORDS[row.state]} />
      <span className={styles.title}>{row.view.title}</span>
      <span className={styles.summary} title={row.view.summary}>
        <VisibleText text={row.view.summary.slice(0, 300)} />
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </button>
  );
  if (waitsForInput) {
    return (
      <div className={styles.waiting}>
        {card}
        <Button
          size="small"
          onClick={() => {
            selectCall(callId);
            showPane('terminals');
          }}
        >
          {words.showTerminal}
        </Button>
      </div>
    );
  }
  if (row.view.kind !== 'edit' && row.view.kind !== 'read') return card;
  return (
    <div className={styles.withFile}>
      {card}
      <OpenFileButton text={row.view.summary} className={styles.open} />
    </div>
  );
}

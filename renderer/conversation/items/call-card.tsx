import { memo } from 'react';
import { useWindow } from '../../store/app-store.ts';
import { AgentCard } from '../../agents/agent-card.tsx';
import { OpenFileButton } from '../../paths/path-menu.tsx';
import { useAgentOfCall, useCall, useProgress } from '../../store/selectors.ts';
import { selectCall } from '../../store/window-actions.ts';
import { STATE_WORDS, StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import styles from './call-card.module.css';

export interface CallCardProps {
  readonly sessionId: string;
  readonly callId: string;
  /** Far off-screen: progress isn't subscribed to. */
  readonly unseen?: boolean;
}

/** One call as a line; opens the inspector. */
export const CallCard = memo(function CallCard({ sessionId, callId, unseen = false }: CallCardProps) {
  const agent = useAgentOfCall(sessionId, callId);
  return agent ? (
    <AgentCard sessionId={sessionId} callId={callId} agent={agent} />
  ) : (
    <PlainCard sessionId={sessionId} callId={callId} unseen={unseen} />
  );
});

function PlainCard({ sessionId, callId, unseen }: Required<CallCardProps>) {
  const row = useCall(sessionId, callId);
  const progress = useProgress(sessionId, unseen ? null : callId);
  const selected = useWindow((state) => state.selectedCallId === callId);
  if (!row) return <div className={styles.card} />;
  const note =
    row.state === 'running' ? progress?.text : row.state === 'done' || row.state === 'failed' ? row.view.outcome : STATE_WORDS[row.state];
  const card = (
    <button
      type="button"
      className={styles.card}
      data-state={row.state}
      data-kind={row.view.kind}
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
  if (row.view.kind !== 'edit' && row.view.kind !== 'read') return card;
  return (
    <div className={styles.withFile}>
      {card}
      <OpenFileButton text={row.view.summary} className={styles.open} />
    </div>
  );
}

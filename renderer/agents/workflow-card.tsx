import { Square } from 'lucide-react';
import { memo } from 'react';
import { agentsOfRun } from '#shared/session/fold/fold-workflows.ts';
import { waitsForPerson } from '#shared/session/fold/fold-agents.ts';
import type { SessionView, WorkflowRow } from '#shared/session/view.ts';
import { useWindow } from '../store/app-store.ts';
import { useDisabledReason, useSession } from '../store/selectors.ts';
import { stopWorkflow } from '../store/session-actions.ts';
import { selectCall } from '../store/window-actions.ts';
import { engineNow } from '../store/engine-clock.ts';
import { useNow } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { agentTime, runCounts, runState, runStateWords, words } from './words.ts';
import styles from './agent-card.module.css';

/** A workflow in the conversation: its phase, how many of its agents are done, and a Stop button. Opens the inspector. */
export interface WorkflowCardProps {
  readonly sessionId: string;
  readonly run: WorkflowRow;
}

export const WorkflowCard = memo(function WorkflowCard({ sessionId, run }: WorkflowCardProps) {
  const { callId, runId, name, description, phase, error, state } = run;
  const selected = useWindow((window) => window.selectedCallId === callId);
  const waits = useSession(sessionId, (view) => runWaits(view, runId)) ?? false;
  const counts = useSession(sessionId, (view) => runCounts(agentsOfRun(view, runId)));
  const live = state === 'running';
  const disabledReason = useDisabledReason();
  useNow(live ? 1000 : null);
  const stateWords = runStateWords(run, waits);
  return (
    <div className={styles.card} data-call={callId} data-state={runState(run, waits)}>
      <button
        type="button"
        className={styles.open}
        aria-expanded={selected}
        data-chooses
        onClick={() => selectCall(selected ? null : callId)}
      >
        <span className={styles.line}>
          <StatusGlyph state={runState(run, waits)} label={stateWords} />
          <span className={styles.name}>{name}</span>
          <span className={styles.description} title={description}>
            <VisibleText text={description.slice(0, 300)} />
          </span>
          <span className={styles.time}>{formatDuration(agentTime(run, engineNow()))}</span>
        </span>
        <span className={styles.line}>
          <span className={styles.step}>
            {live && !waits ? (phase ?? stateWords) : error === undefined ? stateWords : `${stateWords}: ${error}`}
          </span>
          <span className={styles.facts}>
            {words.workflow} · {counts}
          </span>
        </span>
      </button>
      {live && (
        <IconButton
          label={words.stop(name)}
          size="small"
          className={styles.stop}
          disabledReason={disabledReason}
          icon={<Square size={12} fill="currentColor" strokeWidth={0} aria-hidden="true" />}
          onClick={() => void stopWorkflow(sessionId, runId)}
        />
      )}
    </div>
  );
});

/** Whether a question of one of its agents waits for a person. */
function runWaits(view: SessionView, runId: string): boolean {
  return (
    view.asks.length > 0 && agentsOfRun(view, runId).some(({ agentId, state }) => state === 'running' && waitsForPerson(view, agentId))
  );
}

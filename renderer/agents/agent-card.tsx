import { Square } from 'lucide-react';
import { memo } from 'react';
import { agentLabel, waitingCall } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow, CallRow } from '#shared/session/view.ts';
import { useWindow } from '../store/app-store.ts';
import { useCall, useSession, useDisabledReason } from '../store/selectors.ts';
import { stopAgent } from '../store/session-actions.ts';
import { selectCall } from '../store/window-actions.ts';
import { formatDuration } from '../time/duration.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { agentState, agentStateWords, callCount, stepWords, unusualFacts, words } from './words.ts';
import { useAgentTimes } from './use-agent-times.ts';
import styles from './agent-card.module.css';

export interface AgentCardProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly agent: AgentRow;
}

/** A sub-agent in the conversation: its task, current step and a Stop button. Opens the inspector. */
export const AgentCard = memo(function AgentCard({ sessionId, callId, agent }: AgentCardProps) {
  const row = useCall(sessionId, callId);
  const selected = useWindow((state) => state.selectedCallId === callId);
  const waitingId = useSession(sessionId, (view) => waitingCall(view, agent.agentId));
  const waits = waitingId !== undefined;
  const sessionModel = useSession(sessionId, (view) => view.model);
  const label = agentLabel(agent);
  const state = agentStateWords(agent, waits);
  const live = agent.state === 'running';
  const disabledReason = useDisabledReason();
  return (
    <div className={styles.card} data-call={callId} data-state={agentState(agent, waits)}>
      <button
        type="button"
        className={styles.open}
        aria-expanded={selected}
        data-chooses
        onClick={() => selectCall(selected ? null : callId)}
      >
        <span className={styles.line}>
          <StatusGlyph state={agentState(agent, waits)} label={state} />
          <span className={styles.name}>{label}</span>
          <span className={styles.description} title={agent.description}>
            <VisibleText text={(row?.view.summary ?? agent.description).slice(0, 300)} />
          </span>
          <Elapsed sessionId={sessionId} agent={agent} row={row} />
        </span>
        <span className={styles.line}>
          <span className={styles.step}>
            <CurrentStep sessionId={sessionId} agent={agent} state={state} waitingId={waitingId} />
          </span>
          <span className={styles.facts} title={words.agentOfType(label, agent.agentType, agent.model)}>
            {[...unusualFacts(agent, sessionModel).filter((fact) => fact !== label), callCount(agent)].join(' · ')}
          </span>
        </span>
      </button>
      {live && (
        <IconButton
          label={words.stop(label)}
          size="small"
          className={styles.stop}
          disabledReason={disabledReason}
          icon={<Square size={12} fill="currentColor" strokeWidth={0} aria-hidden="true" />}
          onClick={() => void stopAgent(sessionId, agent.agentId)}
        />
      )}
    </div>
  );
});

/** As long as its call worked, as in the timeline; in the background the agent goes on after that. */
function Elapsed({ sessionId, agent, row }: Pick<AgentCardProps, 'sessionId' | 'agent'> & { readonly row: CallRow | undefined }) {
  const ofCall = row?.startedAt !== undefined && !agent.background;
  const { worked, waited } = useAgentTimes(sessionId, agent, ofCall ? { startedAt: row.startedAt, endedAt: row.finishedAt } : agent);
  return (
    <span className={styles.time} title={waited > 0 ? words.waitedForYou(formatDuration(waited)) : undefined}>
      {formatDuration(worked)}
    </span>
  );
}

interface StepProps extends Pick<AgentCardProps, 'sessionId' | 'agent'> {
  readonly state: string;
  /** The call that waits for the person. */
  readonly waitingId: string | undefined;
}

/** The current step, or how it ended. */
function CurrentStep({ sessionId, agent, state, waitingId }: StepProps) {
  const step = useCall(sessionId, waitingId ?? agent.lastCallId ?? '');
  if (agent.state !== 'running') return agent.error === undefined ? state : `${state}: ${agent.error}`;
  if (waitingId !== undefined) return step ? words.waitingFor(stepWords(step)) : state;
  return step ? stepWords(step) : agent.background ? state : words.starting;
}

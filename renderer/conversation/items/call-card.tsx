import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useWindow } from '../../store/app-store.ts';
import type { AgentCardProps } from '../../agents/agent-card.tsx';
import type { WorkflowCardProps } from '../../agents/workflow-card.tsx';
import { isAboutPath } from '../../calls/about-path.ts';
import { ChangedMark } from '../../calls/changed-mark.tsx';
import { CallGlyph } from '../../calls/call-glyph.tsx';
import { useOutcome } from '../../calls/use-outcome.ts';
import { OpenFileButton } from '../../paths/open-file-button.tsx';
import { useAgentOfCall, useCall, useProgress, useWorkflowOfCall } from '../../store/selectors.ts';
import { useSought } from '../../store/sought-place.ts';
import { showTerminalOf } from '../../store/wanted-terminal.ts';
import { selectCall } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { drawnState, stateWord } from '../../ui/words.ts';
import { LineEllipsis } from '../../ui/display/line-ellipsis.tsx';
import { StartEllipsis } from '../../ui/display/start-ellipsis.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import { isBoolean, keptState } from '../reading/kept-state.ts';
import { plainOutcome } from './plain-outcome.ts';
import type { CallBodyProps, FailureProps } from './call-body.tsx';
import styles from './call-card.module.css';

const AgentCard = onDemand<AgentCardProps>(async () => (await import('../../agents/agent-card.tsx')).AgentCard);
const WorkflowCard = onDemand<WorkflowCardProps>(async () => (await import('../../agents/workflow-card.tsx')).WorkflowCard);
const CallBody = onDemand<CallBodyProps>(async () => (await import('./call-body.tsx')).CallBody);
const Failure = onDemand<FailureProps>(async () => (await import('./call-body.tsx')).Failure);

const useToggled = keptState<boolean | undefined>('result', isBoolean);

/** Their results are shown at once. */
const STAY_OPEN: ReadonlySet<string> = new Set(['ExitPlanMode', 'AskUserQuestion']);

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

/** A call that was answered ahead of earlier ones runs after them. */
function stateWords({ state, startedAt, answeredAt }: CallRow): string {
  return state === 'queued' && answeredAt !== undefined ? words.allowedAhead : stateWord({ state, startedAt });
}

function PlainCard({ sessionId, callId, isOffscreen }: Required<CallCardProps>) {
  const row = useCall(sessionId, callId);
  const progress = useProgress(sessionId, isOffscreen ? null : callId);
  const outcome = useOutcome(sessionId, row);
  const selected = useWindow((state) => state.selectedCallId === callId);
  const [toggled, setOpen] = useToggled(sessionId, callId, undefined);
  const sought = useSought((place) => place.callId === callId && place.inResult !== undefined);
  const [wasSought, setWasSought] = useState(false);
  if (sought !== wasSought) {
    setWasSought(sought);
    if (sought) setOpen(true);
  }
  // A plan and answers belong to the conversation like messages.
  const open = toggled ?? (row?.state === 'done' && STAY_OPEN.has(row.toolName));
  if (!row) return <div className={styles.card} data-call={callId} />;
  const note = row.state === 'running' ? progress?.text : hasEnded(row) ? (outcome ?? stateWords(row)) : stateWords(row);
  // The questions and answers below say it.
  const isTold = open && row.toolName === 'AskUserQuestion';
  const waitsForInput = row.state === 'running' && progress?.waitsForInput === true;
  const namesFile = isAboutPath(row.view);
  const card = (
    <button
      type="button"
      className={styles.card}
      data-state={drawnState(row)}
      data-kind={row.view.kind}
      data-waits={waitsForInput || undefined}
      aria-expanded={selected}
      data-chooses
      onClick={() => selectCall(selected ? null : callId)}
    >
      <CallGlyph sessionId={sessionId} row={row} label={note === stateWord(row) ? undefined : stateWord(row)} />
      <span className={styles.title}>{row.view.title}</span>
      {namesFile && !isTold ? (
        <StartEllipsis text={row.view.summary} className={styles.summary} />
      ) : (
        <span className={styles.summary} title={row.view.summary}>
          {!isTold && <LineEllipsis text={row.view.summary.slice(0, 300)} />}
        </span>
      )}
      <ChangedMark row={row} />
      {note !== undefined && note !== '' && !isTold && (
        <span className={styles.note} title={plainOutcome(note)}>
          <VisibleText text={plainOutcome(note)} />
        </span>
      )}
    </button>
  );
  if (waitsForInput) {
    return (
      <div className={styles.waiting} data-call={callId}>
        {card}
        <Button size="small" data-shows-terminal={callId} onClick={() => showTerminalOf(row)}>
          {words.showTerminal}
        </Button>
      </div>
    );
  }
  return (
    <div data-call={callId} data-running={row.state === 'running' || undefined}>
      <div className={styles.withActions}>
        {card}
        <span className={styles.actions}>
          {namesFile && <OpenFileButton text={row.view.summary} />}
          {hasEnded(row) && (
            <IconButton
              label={open ? words.hideResult : words.showResult}
              size="small"
              aria-expanded={open}
              className={styles.disclose}
              icon={<ChevronRight size={14} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => setOpen(!open)}
            />
          )}
        </span>
      </div>
      {row.said !== undefined && row.state !== 'denied' && (
        <p className={styles.said}>
          <VisibleText text={words.allowedWith(row.said)} />
        </p>
      )}
      {row.state === 'failed' ? (
        <Failure sessionId={sessionId} row={row} open={open} onToggle={() => setOpen(!open)} />
      ) : open ? (
        <CallBody sessionId={sessionId} row={row} />
      ) : (
        <WhyDenied row={row} />
      )}
    </div>
  );
}

function WhyDenied({ row }: { readonly row: CallRow }) {
  if (row.state !== 'denied' || row.decision === undefined) return null;
  return (
    <p className={styles.reason}>
      <VisibleText text={reasonOf(row, row.decision)} />
    </p>
  );
}

function reasonOf({ said }: CallRow, { rule, message }: NonNullable<CallRow['decision']>): string {
  if (said !== undefined) return words.deniedWith(said);
  return rule === undefined ? message.slice(0, 500) : words.deniedBy(rule);
}

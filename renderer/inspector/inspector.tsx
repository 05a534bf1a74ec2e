import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { useCall, useSession } from '../store/selectors.ts';
import { FileText } from '../paths/path-link.tsx';
import { engineNow } from '../store/engine-clock.ts';
import { useNow } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { agentWaits } from '../calls/agent-waits.ts';
import { ChangedMark } from '../calls/changed-mark.tsx';
import { callsOf } from '../calls/calls-of.ts';
import { type Interval, isLive, queueTime, waitTime, workTime } from '../calls/call-times.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { drawnState, STATE_WORDS, stateWord } from '../ui/words.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { AgentSection } from './agent-section.tsx';
import { HooksSection } from './hooks-section.tsx';
import { INSPECTOR_SECTIONS, showInspectorSection, type InspectorSection } from '../store/inspector-section.ts';
import { InputSection } from './input-section.tsx';
import { ResultSection } from './result-section.tsx';
import { waitsOfCall } from './step-rows.ts';
import { StepsSection } from './steps-section.tsx';
import { callDiff } from '../calls/call-diff.ts';
import { useOutcome } from '../calls/use-outcome.ts';
import { runsOnTime, useRunsOn } from '../calls/use-runs-on.ts';
import { waitsInAgent } from '../calls/waiting-agents.ts';
import { useCallDetail, type CallDetail } from '../calls/use-call-detail.ts';
import { WorkflowSection } from './workflow-section.tsx';
import { WhySection } from './why-section.tsx';
import { clockTime } from '../ui/format.ts';
import { SECTION_WORDS, words } from './words.ts';
import styles from './inspector.module.css';

export interface InspectorProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly onClose: () => void;
}

/** Everything known about one call: result, decision, input, timing. */
export function Inspector({ sessionId, callId, onClose }: InspectorProps) {
  const row = useCall(sessionId, callId);
  const agentsWaits = useAgentWaits(sessionId, row);
  const waits = useSession(sessionId, (view) => waitsInAgent(view, callId)) ?? false;
  const projectDir = useSession(sessionId, (view) => view.projectDir) ?? '';
  const [state, retry] = useCallDetail(
    sessionId,
    callId,
    `${row?.state}:${row?.terminal?.terminalId}:${row?.decision?.behavior}:${row?.changedBy}`,
  );
  return (
    <aside className={styles.inspector} aria-label={words.inspector}>
      <header className={styles.head}>
        {row && <StatusGlyph state={waits ? 'waiting' : drawnState(row)} />}
        <h2 className={styles.name}>{row?.toolName ?? words.call}</h2>
        <span className={styles.state} data-state={waits ? 'waiting' : row?.state}>
          {waits ? STATE_WORDS.waiting : row && stateWord(row)}
        </span>
        <IconButton
          label={words.close}
          keys={useKeysOf('inspector.close')}
          icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />}
          onClick={onClose}
          tooltipSide="left"
        />
      </header>
      {state.type === 'ready' && row && <SectionNav sections={sectionsOf(row, state.detail)} />}
      <div className={styles.scroll} key={callId}>
        {row && <Overview sessionId={sessionId} row={row} waits={agentsWaits} />}
        {row && <AgentSection sessionId={sessionId} callId={callId} />}
        {row && <WorkflowSection sessionId={sessionId} callId={callId} />}
        {state.type === 'loading' && <Skeleton lines={6} label={words.loading} />}
        {state.type === 'error' && (
          <EmptyState title={words.notRead} actions={<Button onClick={retry}>{words.tryAgain}</Button>}>
            {state.message}
          </EmptyState>
        )}
        {state.type === 'ready' && row && (
          <>
            <ResultSection sessionId={sessionId} row={row} detail={state.detail} />
            <WhySection
              sessionId={sessionId}
              callId={callId}
              decision={state.detail.decision}
              answeredBy={state.detail.answeredBy}
              projectDir={projectDir}
              settled={!isLive(row)}
            />
            <HooksSection hooks={state.detail.hooks} projectDir={projectDir} />
            <InputSection detail={state.detail} />
            <StepsSection spans={state.detail.spans} waits={waitsOfCall(row, agentsWaits)} />
          </>
        )}
      </div>
    </aside>
  );
}

function sectionsOf(row: CallRow, { content, resultView, inputView, terminal, hooks, spans }: CallDetail): readonly InspectorSection[] {
  const hasDiff = callDiff({ resultView, inputView }) !== undefined;
  const there: Readonly<Record<InspectorSection, boolean>> = {
    agent: row.view.kind === 'agent',
    result: content !== null || terminal !== null || row.terminal !== undefined || hasDiff,
    why: true,
    hooks: hooks.length > 0,
    input: true,
    steps: spans.length > 0,
  };
  return INSPECTOR_SECTIONS.filter((section) => there[section]);
}

/** Links to the sections shown. */
function SectionNav({ sections }: { readonly sections: readonly InspectorSection[] }) {
  return (
    <nav className={styles.nav} aria-label={words.sections}>
      {sections.map((section) => (
        <button
          key={section}
          type="button"
          onClick={(event) => {
            showInspectorSection(section);
            event.currentTarget.closest('aside')?.querySelector<HTMLElement>(`[data-section="${section}"]`)?.focus({ preventScroll: true });
          }}
        >
          {SECTION_WORDS[section]}
        </button>
      ))}
    </nav>
  );
}

/** What an agent's calls waited for is no part of its run. */
function useAgentWaits(sessionId: string, row: CallRow | undefined): readonly Interval[] | undefined {
  const rows = useSession(sessionId, (view) => (row?.view.kind === 'agent' ? callsOf(view) : undefined));
  return useMemo(() => (rows && row ? agentWaits(rows).get(row.callId) : undefined), [rows, row]);
}

interface OverviewProps {
  readonly sessionId: string;
  readonly row: CallRow;
  readonly waits: readonly Interval[] | undefined;
}

function Overview({ sessionId, row, waits }: OverviewProps) {
  const runsOn = useRunsOn(sessionId, row);
  useNow(isLive(row) || runsOn?.state === 'running' ? 100 : null);
  const now = engineNow();
  const waited = waitTime(row, now, waits);
  const queued = queueTime(row, now);
  const outcome = useOutcome(sessionId, row);
  return (
    <div>
      <div className={styles.summary}>
        <FileText text={row.view.summary} />
      </div>
      <div className={styles.facts}>
        {row.startedAt !== undefined && (
          <span>
            {runsOn ? words.ranInBackground : words.ran}{' '}
            <b>{formatDuration(runsOn ? runsOnTime(runsOn, now, waits) : workTime(row, now, waits))}</b>
          </span>
        )}
        {queued > 0 && (
          <span>
            {words.queued} <b>{formatDuration(queued)}</b>
          </span>
        )}
        {waited > 0 && (
          <span>
            {words.waited} <b>{formatDuration(waited)}</b>
          </span>
        )}
        {outcome !== undefined && (
          <span>
            <b>
              <VisibleText text={outcome} />
            </b>
          </span>
        )}
        <ChangedMark row={row} />
        <time dateTime={new Date(row.queuedAt).toISOString()}>{clockTime(row.queuedAt)}</time>
      </div>
    </div>
  );
}

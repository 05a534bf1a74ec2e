import { PanelLeft, Square, SquareTerminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SessionView } from '#shared/session/view.ts';
import { isProjectPane, showsConversation, useWindow } from '../store/app-store.ts';
import { useCallCounts, useSession, useDisabledReason } from '../store/selectors.ts';
import { interrupt } from '../store/session-actions.ts';
import { showPane } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { useProjectNames, useWaitingHere, useWaitingProjects } from '../store/waiting-counts.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { Kbd } from '../ui/display/kbd.tsx';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { ModelButton } from '../model/model-button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { UsageButton } from '../usage/usage-button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { ONE_PANE, useMediaQuery } from '../ui/use-media-query.ts';
import { call } from '../bridge/client.ts';
import { countWaitingAgents } from '../calls/waiting-agents.ts';
import { focusQueue } from './focus-what-waits.ts';
import { goToNext } from './go-to-next.ts';
import { words } from './words.ts';
import { MODE_WORDS } from '../ui/words.ts';
import { classNames } from '../ui/class-names.ts';
import type { ModeSwitchProps } from './mode-switch.tsx';
import styles from './status-bar.module.css';

const ModeSwitch = onDemand(
  async () => (await import('./mode-switch.tsx')).ModeSwitch,
  (props) => <ModeName {...props} />,
);

/** The session's state in one line: mode, running calls, pending asks, and Stop. */
export function StatusBar({ sessionId }: { readonly sessionId: string | null }) {
  return (
    <footer className={styles.bar} aria-label={words.status}>
      {sessionId !== null && <SessionStatus sessionId={sessionId} />}
      <WaitingElsewhere />
      {sessionId === null ? <span className={styles.space} /> : <OwnLine sessionId={sessionId} />}
      <ModelStatus sessionId={sessionId} />
    </footer>
  );
}

function SessionStatus({ sessionId }: { readonly sessionId: string }) {
  const counts = useCallCounts(sessionId);
  const { waiting, inputs, inputsElsewhere, elsewhere } = useWaitingHere(sessionId);
  const title = [inputs > 0 ? words.waitingForInput(inputs) : '', elsewhere > 0 ? words.waitingElsewhere(elsewhere) : '']
    .filter((part) => part !== '')
    .join(', ');
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const inBackground = useSession(sessionId, ({ tasks }) => tasksRunning(tasks, false)) ?? 0;
  // A command that waits for input, and an agent that waits for an answer, count as waiting alone.
  const inputsInBackground = useSession(sessionId, ({ tasks }) => tasksRunning(tasks, true)) ?? 0;
  const agentsWaiting = useSession(sessionId, countWaitingAgents) ?? 0;
  const running = counts.running - (inputs - inputsInBackground) - agentsWaiting;
  const disabledReason = useDisabledReason();
  const stopKeys = useKeysOf('stop');
  const onePane = useMediaQuery(ONE_PANE);
  // In the conversation the message box has its own Stop button.
  const alone = useWindow((state) => (onePane ? !showsConversation(state) : isProjectPane(state.pane)));
  return (
    <>
      <ModeSwitch sessionId={sessionId} brief={onePane} />
      <span className={styles.count} data-live={running > 0}>
        {running > 0 && <StatusGlyph state="running" />}
        <Count of={running} words={words.running} brief={onePane} />
      </span>
      <button
        type="button"
        className={styles.waiting}
        data-live={waiting > 0}
        title={title === '' ? undefined : title}
        onClick={() => {
          if (inputs > 0 && waiting === inputs + inputsElsewhere) showPane('terminals');
          else if (inputsElsewhere > 0 && waiting === inputsElsewhere) void goToNext();
          else focusQueue();
        }}
      >
        {waiting > 0 && <StatusGlyph state="waiting" />}
        <Count of={waiting} words={words.waiting} brief={onePane} />
      </button>
      {inBackground > 0 && (
        <button type="button" className={styles.waiting} onClick={() => showPane('terminals')}>
          {onePane && <SquareTerminal size={14} strokeWidth={1.5} aria-hidden="true" />}
          <Count of={inBackground} words={words.inBackground} brief={onePane} />
        </button>
      )}
      {counts.denied > 0 && <span className={styles.count}>{words.denied(counts.denied)}</span>}
      {working && alone && (
        <Button
          size="small"
          variant="quiet"
          className={styles.stop}
          icon={<Square size={10} fill="currentColor" aria-hidden="true" />}
          title={disabledReason ?? words.stopHint}
          disabled={disabledReason !== undefined}
          onClick={() => void interrupt(sessionId)}
        >
          <span className={onePane ? 'visually-hidden' : undefined}>{words.stop}</span>
          {!onePane && stopKeys !== undefined && <Kbd keys={stopKeys} />}
        </Button>
      )}
    </>
  );
}

/** How many background commands run; `stalled`: of those that wait for input. */
function tasksRunning(tasks: SessionView['tasks'], stalled: boolean): number {
  return Object.values(tasks).filter((task) => task.state === 'running' && (task.stalled !== undefined) === stalled).length;
}

/** Requests in other projects; a press goes to one. */
function WaitingElsewhere() {
  const projects = useWaitingProjects();
  const nameOf = useProjectNames();
  const onePane = useMediaQuery(ONE_PANE);
  const count = projects.reduce((sum, project) => sum + project.count, 0);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles.waiting}
      data-live
      title={projects.map((project) => words.waitingInProject(nameOf(project.projectDir), project.count)).join(', ')}
      onClick={() => void goToNext({ elsewhere: true })}
    >
      {onePane ? <PanelLeft size={14} strokeWidth={1.5} aria-hidden="true" /> : <StatusGlyph state="waiting" />}
      <Count of={count} words={words.waitingInOthers} brief={onePane} />
    </button>
  );
}

interface CountProps {
  readonly of: number;
  readonly words: (count: number) => string;
  /** Only the number is shown, beside an icon; all of it is read out. */
  readonly brief: boolean;
}

function Count({ of, words, brief }: CountProps) {
  if (!brief) return words(of);
  return (
    <>
      <span aria-hidden="true">{of}</span>
      <span className="visually-hidden">{words(of)}</span>
    </>
  );
}

/** What the user's own command says; read again after each turn and when the model or the mode changes. */
function OwnLine({ sessionId }: { readonly sessionId: string }) {
  const line = useOwnLine(sessionId);
  return (
    <span className={styles.own} title={line === '' ? undefined : line}>
      <VisibleText text={line} />
    </span>
  );
}

function useOwnLine(sessionId: string): string {
  const state = useSession(
    sessionId,
    ({ turn, lastTurn, model, mode }) => `${turn === null ? (lastTurn?.at ?? 0) : 'turn'} ${model} ${mode}`,
  );
  const [line, setLine] = useState('');
  useEffect(() => {
    if (state === undefined || state.startsWith('turn')) return;
    let current = true;
    call('session.statusLine', { sessionId }).then(
      ({ text }) => current && setLine(text ?? ''),
      // The line of before stays.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, state]);
  return line;
}

function ModelStatus({ sessionId }: { readonly sessionId: string | null }) {
  const connected = useWindow((state) => state.connection === 'connected');
  return (
    <>
      {sessionId === null ? (
        <NoSession />
      ) : (
        <>
          <UsageButton sessionId={sessionId} />
          <ModelButton sessionId={sessionId} />
        </>
      )}
      {!connected && <span className={styles.lost}>{words.disconnected}</span>}
    </>
  );
}

function NoSession() {
  const model = useWindow((state) => state.app?.access.model);
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  return <span className={styles.model}>{ready ? model : words.noModel}</span>;
}

/** In the place of the switch until that is loaded. */
function ModeName({ sessionId, brief }: ModeSwitchProps) {
  const mode = useSession(sessionId, (view) => view.mode) ?? 'default';
  return <span className={classNames(styles.mode, styles.modeName)}>{`${brief ? '' : words.modePrefix}${MODE_WORDS[mode].name}`}</span>;
}

import { useState } from 'react';
import type { SessionView } from '#shared/session/view.ts';
import { shortenInside } from '#shared/shorten.ts';
import { useAsks, useCallCounts, useForms, useLiveBlocks, useProgress, useSession } from '../store/selectors.ts';
import { engineNow } from '../store/engine-clock.ts';
import { type RunningCalls, useRunningCalls } from '../store/running-calls.ts';
import { retry } from '../store/session-actions.ts';
import { useNow } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { Button } from '../ui/controls/button.tsx';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { BudgetActions } from '../usage/budget-actions.tsx';
import { isStopOnCard } from './turn/is-stop-on-card.ts';
import { words } from './words.ts';
import styles from './turn-status.module.css';

/** More is cut; the call's line shows all. */
const MAX_SUMMARY_CHARS = 120;

/** A shorter pause before a repeated request is over before its button is read. */
const SKIPPABLE_MS = 3000;

/** The last line of the conversation: current activity, or how the turn ended. */
export function TurnStatus({ sessionId }: { readonly sessionId: string }) {
  const turn = useSession(sessionId, (view) => view.turn);
  return (
    <>
      <Announcements sessionId={sessionId} />
      {turn ? <Working sessionId={sessionId} startedAt={turn.startedAt} /> : <Ended sessionId={sessionId} />}
    </>
  );
}

/**
 * Announces less to screen readers: that the agent started, needs an answer, retries, and how the turn ended. Its steps change many times a
 * second, and requests are announced by the queue.
 */
function Announcements({ sessionId }: { readonly sessionId: string }) {
  const text = useSession(sessionId, announcement) ?? '';
  const forms = useForms(sessionId).length;
  return (
    <p className="visually-hidden" role="status">
      {forms > 0 ? words.answerBelow : text}
    </p>
  );
}

function announcement(view: SessionView): string {
  const { turn, lastTurn, request } = view;
  if (turn) return request?.retry ? words.retrying(request.retry.reason) : words.agentWorks;
  if (!lastTurn) return '';
  if (lastTurn.outcome === 'completed') return words.agentDone;
  // Text that a notice shows isn't repeated.
  if (isInNotice(view)) return lastTurn.outcome === 'failed' ? '' : endingOf(lastTurn.outcome);
  return lastTurn.error ?? endingOf(lastTurn.outcome);
}

function Working({ sessionId, startedAt }: { readonly sessionId: string; readonly startedAt: number }) {
  const request = useSession(sessionId, (view) => view.request);
  const writing = useLiveBlocks(sessionId).length > 0;
  const asks = useAsks(sessionId);
  const waiting = asks.length;
  const forms = useForms(sessionId).length;
  const { runningSince } = useCallCounts(sessionId);
  const running = useRunningCalls(sessionId);
  const hook = useSession(sessionId, (view) => view.hookWaits[0]?.message);
  // Of what the line says, not of the whole turn.
  const since =
    waiting > 0
      ? Math.min(...asks.map(({ askedAt }) => askedAt))
      : ((running.count > 0 ? runningSince : null) ?? request?.startedAt ?? startedAt);
  const seconds = useSeconds(since);
  const waitsForInput = useProgress(sessionId, running.only?.callId ?? null)?.waitsForInput === true;
  if (request?.retry) return <Retrying key={request.retry.at} sessionId={sessionId} retry={request.retry} />;
  if (writing && hook === undefined) return null;
  const text =
    forms > 0 ? (
      words.answerBelow
    ) : waiting > 0 ? (
      words.waitingForAnswers(waiting)
    ) : hook !== undefined ? (
      hook
    ) : running.count > 0 ? (
      <RunningNow calls={running} waitsForInput={waitsForInput} />
    ) : request?.purpose === 'compaction' ? (
      words.compacting
    ) : request ? (
      words.modelThinks
    ) : (
      words.working
    );
  return (
    <p className={styles.status}>
      <StatusGlyph state={waiting > 0 || waitsForInput ? 'waiting' : 'running'} />
      <span className={styles.text}>{text}</span>
      <span className={styles.time} aria-hidden="true">
        {seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000)}
      </span>
    </p>
  );
}

/** The command or tool that runs, or how many do. */
function RunningNow({
  calls: { count, areAgents, only },
  waitsForInput,
}: {
  readonly calls: RunningCalls;
  readonly waitsForInput: boolean;
}) {
  if (areAgents) return words.agentsWork(count);
  if (!only) return words.callsRun(count);
  const { kind, title, summary } = only.view;
  return (
    <>
      {waitsForInput ? words.waitsForInput : words.running} {kind === 'command' ? '' : `${title} `}
      <code className={styles.what}>
        <VisibleText text={shortenInside(summary, MAX_SUMMARY_CHARS)} />
      </code>
    </>
  );
}

interface RetryingProps {
  readonly sessionId: string;
  readonly retry: NonNullable<NonNullable<SessionView['request']>['retry']>;
}

function Retrying({ sessionId, retry: { at, delayMs, reason } }: RetryingProps) {
  const passed = useSeconds(at);
  const [isSkipped, setSkipped] = useState(false);
  const left = isSkipped ? 0 : Math.max(0, Math.ceil(delayMs / 1000) - passed);
  return (
    <p className={styles.status}>
      <StatusGlyph state="waiting" />
      <span>{reason}</span>
      <span className={styles.time}>{words.tryingAgain(left)}</span>
      {delayMs >= SKIPPABLE_MS && left > 0 && (
        <Button
          size="small"
          onClick={() => {
            setSkipped(true);
            void retry(sessionId);
          }}
        >
          {words.tryNow}
        </Button>
      )}
    </p>
  );
}

const ENDINGS: Readonly<Record<string, string>> = words.endings;

/** How a turn ended, in a few words. */
function endingOf(outcome: string): string {
  return outcome === 'failed' ? words.turnFailed : (ENDINGS[outcome] ?? outcome);
}

function Ended({ sessionId }: { readonly sessionId: string }) {
  const lastTurn = useSession(sessionId, (view) => view.lastTurn);
  const lastItem = useSession(sessionId, (view) => view.items.at(-1));
  const notice = useSession(sessionId, isInNotice) ?? false;
  const isOnCard = useSession(sessionId, (view) => isStopOnCard(view, view.items.at(-1)?.id)) ?? false;
  if (!lastTurn || lastTurn.outcome === 'completed') return null;
  if (isOnCard && lastTurn.error === undefined) return null;
  // The notice already says it, with its action.
  if (lastItem?.type === 'notice' && lastItem.level === 'error' && !lastItem.about) return null;
  const failed = lastTurn.outcome === 'failed';
  return (
    <p className={styles.status} data-line data-failed={failed}>
      <StatusGlyph state={failed ? 'failed' : lastTurn.outcome === 'denied' ? 'denied' : 'cancelled'} />
      <span>{notice ? endingOf(lastTurn.outcome) : (lastTurn.error ?? endingOf(lastTurn.outcome))}</span>
      {(failed || (lastTurn.outcome === 'interrupted' && !isOnCard)) && (
        <Button size="small" onClick={() => void retry(sessionId)}>
          {failed ? words.tryAgain : words.goOn}
        </Button>
      )}
      {lastTurn.outcome === 'max_budget' && <BudgetActions sessionId={sessionId} />}
    </p>
  );
}

/** A notice since the last message already says why the turn failed, even if other items follow. */
function isInNotice({ items, lastTurn }: SessionView): boolean {
  const last = items.findLast((item) => item.type === 'user' || (item.type === 'notice' && item.text === lastTurn?.error));
  return last?.type === 'notice';
}

/** Whole seconds since `start`, updated while mounted. */
function useSeconds(start: number): number {
  useNow(1000);
  return Math.max(0, Math.floor((engineNow() - start) / 1000));
}

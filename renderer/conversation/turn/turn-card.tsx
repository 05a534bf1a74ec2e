import { memo, useRef } from 'react';
import { dollars } from '#shared/model/dollars.ts';
import type { CallRow, SessionView, TurnRow } from '#shared/session/view.ts';
import { isAboutPath } from '../../calls/about-path.ts';
import { editedFilesOf } from '../../calls/edited-files.ts';
import { messageOfTurn } from '../../calls/message-of-turn.ts';
import { timeOfTurn } from '../../calls/turn-time.ts';
import { useWindow } from '../../store/app-store.ts';
import { useSession } from '../../store/selectors.ts';
import { retry } from '../../store/session-actions.ts';
import { openDialog, reviewChanges, selectCall } from '../../store/window-actions.ts';
import { formatDuration } from '../../time/duration.ts';
import { Button } from '../../ui/controls/button.tsx';
import { MiddleEllipsis } from '../../ui/display/middle-ellipsis.tsx';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { LineEllipsis } from '../../ui/display/line-ellipsis.tsx';
import { absoluteTime } from '../../ui/format.ts';
import { words } from './words.ts';
import { words as conversationWords } from '../words.ts';
import { checksOf } from './checks.ts';
import { shortNames } from './short-names.ts';
import { TurnCommit } from './turn-commit.tsx';
import { useTurnChanges } from './use-turn-changes.ts';
import styles from './turn-card.module.css';

/** Shorter waits aren't worth mentioning. */
const LEAST_WAIT_MS = 1000;
const MAX_FILES = 6;
const MAX_CHECKS = 4;

export interface TurnCardProps {
  readonly sessionId: string;
  readonly turn: TurnRow;
  /** Nothing follows it: its changes can be reviewed and committed. */
  readonly isLast: boolean;
}

/** The end of a turn: what it changed and checked, what it took and cost, and what to do with it. */
export const TurnCard = memo(function TurnCard({ sessionId, turn, isLast }: TurnCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const rows = useSession(sessionId, (view) => rowsOf(view, turn)) ?? NONE;
  const cost = useSession(sessionId, (view) => costOf(view, turn)) ?? 0;
  const changes = useTurnChanges(card, sessionId, turn, rows);
  const files = changes?.files ?? editedFilesOf(rows).map((path) => ({ path, change: null }));
  const count = changes?.total ?? files.length;
  // Also from those that it only read, or wasn’t allowed to change.
  const named = [...files.map(({ path }) => path), ...rows.flatMap(({ view }) => (isAboutPath(view) ? [view.summary] : []))];
  const names = shortNames(
    files.slice(0, MAX_FILES).map(({ path }) => path),
    named,
  );
  const checks = checksOf(rows);
  const wasStopped = turn.outcome === 'interrupted';
  const { took, waited } = useSession(sessionId, (view) => timeOfTurn(view, turn)) ?? NO_TIME;
  // Nothing was done: what failed stands above.
  if (rows.length === 0 && turn.outcome !== 'completed') return null;
  return (
    <div
      ref={card}
      className={styles.card}
      data-line
      data-changed={files.length > 0 || checks.length > 0}
      role="group"
      aria-label={words.endOfTurn}
    >
      {(files.length > 0 || checks.length > 0) && (
        <ul className={styles.facts}>
          {checks.slice(-MAX_CHECKS).map(({ callId, command, passed }) => (
            <li key={callId}>
              <button type="button" className={styles.check} title={command} onClick={() => selectCall(callId)}>
                <StatusGlyph state={passed ? 'done' : 'failed'} label={passed ? words.passed : words.checkFailed} />
                <span className={styles.command}>
                  <LineEllipsis text={command.slice(0, 300)} />
                </span>
              </button>
            </li>
          ))}
          {files.slice(0, MAX_FILES).map(({ path, change }, index) => (
            <li key={path}>
              <button
                type="button"
                className={styles.file}
                data-change={change}
                title={words.fileTitle(path, change)}
                onClick={() => reviewChanges('turn', isLast ? null : turn.turnId, path)}
              >
                <MiddleEllipsis text={names[index] ?? path} title={words.fileTitle(path, change)} />
                {change === 'create' && <span className={styles.fresh}>{words.created}</span>}
                {change === 'delete' && <span className="visually-hidden">{words.deleted}</span>}
              </button>
            </li>
          ))}
          {count > MAX_FILES && <li className={styles.more}>{conversationWords.andMore(count - MAX_FILES)}</li>}
        </ul>
      )}
      <div className={styles.line}>
        {wasStopped && (
          <span className={styles.stopped}>
            <StatusGlyph state="cancelled" />
            <span>{conversationWords.endings.interrupted}</span>
          </span>
        )}
        <span className={styles.took} title={absoluteTime(turn.endedAt)}>
          {count > 0 && words.filesChanged(count)}
          {changes !== null && changes.added + changes.removed > 0 && (
            <span className={styles.lines}>
              <span className={styles.added}>{words.added(changes.added)}</span>{' '}
              <span className={styles.removed}>{words.removed(changes.removed)}</span>
            </span>
          )}
          {count > 0 && ' · '}
          {formatDuration(took)}
          {waited >= LEAST_WAIT_MS && ` · ${words.waited(formatDuration(waited))}`}
          {cost > 0 && ` · ${dollars(cost)}`}
        </span>
        {files.length > 0 && (
          <Actions
            sessionId={sessionId}
            turn={turn}
            isLast={isLast}
            paths={count === files.length ? files.map(({ path }) => path) : undefined}
          />
        )}
        {wasStopped && isLast && (
          <Button size="small" onClick={() => void retry(sessionId)}>
            {conversationWords.goOn}
          </Button>
        )}
      </div>
    </div>
  );
});

interface ActionsProps extends TurnCardProps {
  /** What the turn changed; `undefined`: not all of it is known. */
  readonly paths: readonly string[] | undefined;
}

function Actions({ sessionId, turn, isLast, paths }: ActionsProps) {
  const messageId = useSession(sessionId, (view) => messageOfTurn(view, turn)?.id) ?? null;
  const isRepository = useWindow((state) => state.project?.gitBranch != null);
  return (
    <span className={styles.actions}>
      {/* First, so that the others stay in their places when it comes and goes. */}
      {isLast && isRepository && <TurnCommit sessionId={sessionId} turn={turn} paths={paths} />}
      <Button size="small" onClick={() => reviewChanges('turn', isLast ? null : turn.turnId)}>
        {words.reviewTurn}
      </Button>
      {messageId !== null && (
        <Button
          size="small"
          variant="quiet"
          title={words.undoTurnHint}
          onClick={() => openDialog({ type: 'restore', sessionId, messageId })}
        >
          {words.undoTurn}
        </Button>
      )}
    </span>
  );
}

const NONE: readonly CallRow[] = [];
const NO_TIME = { took: 0, waited: 0 };
/** The rows of a turn that has ended never change. */
const known = new WeakMap<TurnRow, readonly CallRow[]>();

function rowsOf({ calls, callOrder }: SessionView, turn: TurnRow): readonly CallRow[] {
  const before = known.get(turn);
  if (before) return before;
  const rows = callOrder.slice(...turn.calls).flatMap((callId) => calls[callId] ?? []);
  known.set(turn, rows);
  return rows;
}

function costOf({ turns }: SessionView, turn: TurnRow): number {
  const index = turns.indexOf(turn);
  return turn.usdSoFar - (turns[index - 1]?.usdSoFar ?? 0);
}

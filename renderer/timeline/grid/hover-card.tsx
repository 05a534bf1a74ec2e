import { useEffect, useState, type RefObject } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useCall, useSession } from '../../store/selectors.ts';
import { STATE_WORDS, stateWord } from '../../ui/words.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { useNow } from '../../time/clock.ts';
import { exactDuration } from '../../time/exact-duration.ts';
import { agentWaits } from '../../calls/agent-waits.ts';
import { waitsInAgent } from '../../calls/waiting-agents.ts';
import { type Interval, isLive, queueTime, waitTime, workTime } from '../../calls/call-times.ts';
import { type RunsOn, runsOnTime, useRunsOn } from '../../calls/use-runs-on.ts';
import { callsOf } from '../../calls/calls-of.ts';
import { clockTime } from '../../ui/format.ts';
import { words } from '../words.ts';
import { callName } from './tool-name.tsx';
import styles from './hover-card.module.css';

interface Hovered {
  readonly callId: string;
  readonly left: number;
  /** The row's top within the grid's frame. */
  readonly top: number;
  readonly below: boolean;
}

const DELAY_MS = 150;
const WIDTH = 210;
const MIN_SPACE = 130;

/** The exact times of the hovered call. Overlays the grid without affecting its layout. */
export function HoverCard({ sessionId, grid }: { readonly sessionId: string; readonly grid: RefObject<HTMLElement | null> }) {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    let timer: number | undefined;
    let over: string | undefined;
    const leave = () => {
      clearTimeout(timer);
      over = undefined;
      setHovered(null);
    };
    const move = (event: PointerEvent) => {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-bar]') : null;
      const callId = cell?.dataset['bar'];
      if (!cell || callId === undefined || event.buttons !== 0) return leave();
      if (callId === over) return;
      leave();
      over = callId;
      timer = window.setTimeout(() => setHovered(hoveredAt(callId, cell, element, event.clientX)), DELAY_MS);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('scroll', leave, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('scroll', leave);
    };
  }, [grid]);
  return hovered && <Card key={hovered.callId} sessionId={sessionId} hovered={hovered} />;
}

function hoveredAt(callId: string, cell: HTMLElement, grid: HTMLElement, x: number): Hovered {
  const row = cell.getBoundingClientRect();
  const frame = grid.getBoundingClientRect();
  const below = frame.bottom - row.bottom > MIN_SPACE;
  const left = Math.min(Math.max(x - frame.left - WIDTH / 2, 4), Math.max(4, frame.width - WIDTH - 4));
  return { callId, left, below, top: grid.offsetTop + (below ? row.bottom - frame.top + 4 : row.top - frame.top - 4) };
}

function Card({ sessionId, hovered }: { readonly sessionId: string; readonly hovered: Hovered }) {
  const row = useCall(sessionId, hovered.callId);
  const view = useSession(sessionId, (whole) => whole);
  const runsOn = useRunsOn(sessionId, row);
  useNow((row && isLive(row)) || runsOn?.state === 'running' ? 100 : null);
  if (!row) return null;
  const waits = view && row.view.kind === 'agent' ? agentWaits(callsOf(view)).get(row.callId) : undefined;
  return (
    <div
      className={styles.card}
      data-below={hovered.below}
      style={{ left: hovered.left, top: hovered.top, width: WIDTH }}
      aria-hidden="true"
    >
      <div className={styles.head}>
        <b>{callName(row)}</b>
        {view && waitsInAgent(view, row.callId) ? STATE_WORDS.waiting : stateWord(row)}
      </div>
      <dl className={styles.times}>
        {timesOf(row, runsOn, waits).map(([word, time]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{time}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function timesOf(
  row: CallRow,
  runsOn: RunsOn | undefined,
  waits?: readonly Interval[],
): readonly (readonly [word: string, time: string])[] {
  const now = engineNow();
  const times: (readonly [string, string])[] = [[words.queued, exactDuration(queueTime(row, now))]];
  if (row.askedAt !== undefined || row.inputWaits || waits) times.push([words.waitedForYouTime, exactDuration(waitTime(row, now, waits))]);
  const ran = runsOn ? runsOnTime(runsOn, now, waits) : workTime(row, now, waits);
  times.push([words.ran, row.startedAt === undefined ? words.never : exactDuration(ran)]);
  times.push([words.askedAt, clockTime(row.queuedAt)]);
  return times;
}

import type { CallRow } from '#shared/session/view.ts';
import { isLive } from '../../calls/call-times.ts';
import { type ModelWork, NO_MODEL_WORK } from '../../calls/model-work.ts';
import { buildAxis, sameScale, toAxis, type TimeAxis, type TimeScale } from '../axis/time-axis.ts';
import { windowOver, type TimeWindow } from '../axis/time-window.ts';
import { SESSION_LANE } from '../axis/timeline-view.ts';
import type { Turn } from '../../calls/turns.ts';
import { isSameModelWork } from './model-by-turn.ts';
import { shownState } from '../../ui/words.ts';

/** The time scale of a turn, and what its head says of its calls. */
export interface Lane {
  /** The turn's. */
  readonly id: string;
  readonly axis: TimeAxis;
  /** The same object while unchanged, as is `window`. */
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  /** Its end is still moving. */
  readonly live: boolean;
  /** Its calls. */
  readonly rows: readonly CallRow[];
  /** When models worked in it. */
  readonly model: ModelWork;
  readonly failed: number;
  readonly denied: number;
}

interface KeptLane {
  readonly rows: readonly CallRow[];
  readonly model: ModelWork;
  readonly folding: boolean;
  readonly open: boolean;
  readonly ended: number | undefined;
  readonly lane: Lane;
}

/** Keeps the scales of a session's turns: one is made again only when a call of its own turn changes. */
export class LaneCache {
  #kept: ReadonlyMap<string, KeptLane> = new Map();
  #session: KeptLane | undefined;

  /** The lane of each turn, by the turn's id. `byTurn`: the calls of each; `models`: when models worked in it. */
  lanes(
    byTurn: readonly (readonly CallRow[])[],
    turns: readonly Turn[],
    folding: boolean,
    now: number,
    models: readonly ModelWork[] = [],
  ): ReadonlyMap<string, Lane> {
    const kept = new Map<string, KeptLane>();
    for (const [index, { id, running, endedAt: ended }] of turns.entries()) {
      const rows = byTurn[index] ?? [];
      const model = models[index] ?? NO_MODEL_WORK;
      kept.set(id, keptLane({ id, rows, model, folding, open: running, ended }, now, this.#kept.get(id)));
    }
    this.#kept = kept;
    return new Map([...kept].map(([id, { lane }]) => [id, lane]));
  }

  /** One lane for all turns. */
  session(rows: readonly CallRow[], model: ModelWork, open: boolean, folding: boolean, now: number): Lane {
    this.#session = keptLane({ id: SESSION_LANE, rows, model, folding, open, ended: undefined }, now, this.#session);
    return this.#session.lane;
  }
}

/** Of calls that aren't known yet. */
export function emptyLane(id: string, now: number): Lane {
  return keptLane({ id, rows: [], model: NO_MODEL_WORK, folding: false, open: true, ended: undefined }, now).lane;
}

/** `open`: calls may still be added. */
function keptLane(
  { id, rows, model, folding, open, ended }: Omit<KeptLane, 'lane'> & { readonly id: string },
  now: number,
  before?: KeptLane,
): KeptLane {
  const isSame =
    before?.folding === folding &&
    before.open === open &&
    before.ended === ended &&
    sameRows(before.rows, rows) &&
    isSameModelWork(before.model, model);
  if (isSame && !before.lane.live) return before;
  const live = open || model.since !== undefined || rows.some(isLive);
  const axis = isSame ? before.lane.axis : buildAxis(rows, now, folding, live, model, ended);
  const scale = sameScale(before?.lane.scale, axis);
  const next = windowOver(0, toAxis(axis, live ? now : axis.lastKnown), live);
  const known = before?.lane.window;
  const window = known?.from === next.from && known.span === next.span ? known : next;
  const inState = (wanted: CallRow['state']): number => rows.filter((row) => shownState(row) === wanted).length;
  const { failed, denied } = isSame ? before.lane : { failed: inState('failed'), denied: inState('denied') };
  return { rows, model, folding, open, ended, lane: { id, axis, scale, window, live, rows, model, failed, denied } };
}

function sameRows(before: readonly CallRow[], rows: readonly CallRow[]): boolean {
  return before === rows || (before.length === rows.length && before.every((row, index) => row === rows[index]));
}

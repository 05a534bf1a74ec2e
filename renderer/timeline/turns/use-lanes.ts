import { useMemo, useReducer, useState } from 'react';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { callsOf, useCoarse } from '../../calls/calls-of.ts';
import { isLive } from '../../calls/call-times.ts';
import { type ModelWork, modelWorkOf } from '../../calls/model-work.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { hasOneScale, type TimelineView } from '../axis/timeline-view.ts';
import { modelWorkByTurn } from './model-by-turn.ts';
import { emptyLane, LaneCache, type Lane } from './lanes.ts';
import { callsByTurn, type Turn, turnsIn } from '../../calls/turns.ts';

export interface SessionLanes {
  /** All rows, slightly delayed in a very long session. */
  readonly rows: readonly CallRow[];
  readonly turns: readonly Turn[];
  /** When models worked in the session. */
  readonly model: ModelWork;
  /** The lane of a turn, with the part of it that the person chose. */
  readonly laneOf: (turnId: string) => Lane;
  /** The lane by which all turns are drawn, if the person wants one. */
  readonly oneScale: Lane | undefined;
  /** Whether anything is still running. */
  readonly live: boolean;
  readonly redraw: () => void;
}

/** The time scales of a session's turns: made anew on changes, not as time passes. */
export function useLanes(session: SessionView | undefined, { mode, folding }: TimelineView): SessionLanes {
  const coarse = useCoarse(session);
  const rows = coarse ? callsOf(coarse) : NO_ROWS;
  const { items, turns: ended, turn: current } = session ?? NO_SESSION;
  const turns = useMemo(() => turnsIn({ items, turns: ended, turn: current }), [items, ended, current]);
  const [cache] = useState(() => new LaneCache());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const hasLiveRow = useMemo(() => rows.some(isLive), [rows]);
  const live = current !== null || hasLiveRow;
  const now = engineNow();
  const byTurn = useMemo(() => callsByTurn(rows, turns), [rows, turns]);
  const { modelTimes, retryPauses, openRequests, agents, calls } = coarse ?? NO_REQUESTS;
  const models = useMemo(
    () => modelWorkByTurn({ modelTimes, retryPauses, openRequests, agents, calls }, turns),
    [modelTimes, retryPauses, openRequests, agents, calls, turns],
  );
  const model = useMemo(() => modelWorkOf({ modelTimes, retryPauses, openRequests }), [modelTimes, retryPauses, openRequests]);
  const lanes = cache.lanes(byTurn, turns, folding, now, models);
  const asChosen = (lane: Lane): Lane => (mode.type === 'chosen' && mode.laneId === lane.id ? { ...lane, window: mode.window } : lane);
  const laneOf = (turnId: string): Lane => asChosen(lanes.get(turnId) ?? emptyLane(turnId, now));
  const oneScale = hasOneScale(mode) ? asChosen(cache.session(rows, model, live, folding, now)) : undefined;
  return { rows, turns, model, laneOf, oneScale, live, redraw };
}

const NO_ROWS: readonly CallRow[] = [];
const NO_REQUESTS: Pick<SessionView, 'modelTimes' | 'retryPauses' | 'openRequests' | 'agents' | 'calls'> = {
  modelTimes: [],
  retryPauses: [],
  openRequests: [],
  agents: {},
  calls: {},
};
const NO_SESSION: Pick<SessionView, 'items' | 'turns' | 'turn'> = { items: [], turns: [], turn: null };

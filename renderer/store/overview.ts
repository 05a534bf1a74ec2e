import { create } from 'zustand';
import type { OverviewProject, OverviewSession } from '#shared/contract/project.ts';
import { call, client } from '../bridge/client.ts';
import { useWindow } from './app-store.ts';
import { Poller } from './poller.ts';

export interface Overview {
  /** `null` before the first answer. */
  readonly projects: readonly OverviewProject[] | null;
  /** Why the last request failed. */
  readonly error: string | null;
}

/** The sessions of all projects, as last heard. */
export const useOverview = create<Overview>(() => ({ projects: null, error: null }));

/** Delay that groups events into one refresh, and the minimum interval. Milliseconds. */
const SETTLE_MS = 120;
const PAUSE_MS = 400;

/** Events after which a session is listed differently. */
const CHANGES: ReadonlySet<string> = new Set([
  'session.created',
  'session.title',
  'user.message',
  'turn.started',
  'turn.ended',
  'call.asked',
  'call.answered',
  'elicitation.asked',
  'elicitation.answered',
  'agent.started',
  'agent.ended',
  'task.started',
  'task.stalled',
  'task.continued',
  'task.ended',
]);

const poller = new Poller<readonly OverviewProject[]>({
  onSeen: (_of, seen) => useOverview.setState(({ projects }) => ({ projects: keepUnchanged(projects ?? [], seen), error: null })),
  onFailed: (_of, error) => useOverview.setState({ error }),
});

/** Asks again soon. */
export function refreshOverview(): void {
  poller.ask({ of: 'all', fetch: fetchOverview, after: SETTLE_MS, pause: PAUSE_MS });
}

/** Keeps the list up to date until the returned function is called. */
export function followOverview(): () => void {
  refreshOverview();
  const stops = [
    client().on('session.events', ({ events }) => {
      if (events.some(({ type }) => CHANGES.has(type))) refreshOverview();
    }),
    // Also when a command begins to wait for input, which no event says.
    client().on('waiting.changed', refreshOverview),
    client().onConnection((connected) => connected && refreshOverview()),
    useWindow.subscribe(({ project }, before) => {
      if (project?.projectDir !== before.project?.projectDir) refreshOverview();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    poller.stop();
  };
}

export async function fetchOverview(): Promise<readonly OverviewProject[]> {
  return (await call('session.overview', {})).projects;
}

/**
 * Keeps the objects of sessions that are as before, so that only the rows of others render again. Projects keep their places while the window
 * is open; new ones come first.
 */
function keepUnchanged(before: readonly OverviewProject[], seen: readonly OverviewProject[]): readonly OverviewProject[] {
  const known = new Map(sessionsOf(before).map((session) => [session.sessionId, session]));
  const places = new Map(before.map(({ projectDir }, index) => [projectDir, index]));
  return seen
    .map((project) => ({
      ...project,
      sessions: project.sessions.map((session) => sameOr(known.get(session.sessionId), session)),
    }))
    .toSorted((a, b) => (places.get(a.projectDir) ?? -1) - (places.get(b.projectDir) ?? -1));
}

function sameOr(before: OverviewSession | undefined, now: OverviewSession): OverviewSession {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/** All sessions in one list. */
export function sessionsOf(projects: readonly OverviewProject[]): readonly OverviewSession[] {
  return projects.flatMap(({ sessions }) => sessions);
}

import type { StoredEvent } from '#shared/session/event.ts';
import { applyToAsks, concernsAsks, type AsksView } from '#shared/session/fold/fold-asks.ts';
import { knownEvent } from '#shared/session/known-event.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from './app-store.ts';

/** Events by session that arrived while the list was being fetched; `null` otherwise. */
let early: Map<string, StoredEvent[]> | null = null;
/** Sessions not in the list: they belong to other projects. */
const otherProjects = new Set<string>();

/** Fetches the pending asks of the project's open sessions and keeps them up to date. Called again after a gap or a lost connection. */
export async function followAsks(projectDir: string, received = new Map<string, StoredEvent[]>()): Promise<void> {
  if (early) return;
  early = received;
  const list = await call('asks.list', { projectDir }).catch(() => undefined);
  early = null;
  // Disconnected: fetched again on reconnect.
  if (!list) {
    useWindow.setState({ asksPending: false });
    return;
  }
  if (useWindow.getState().project?.projectDir !== projectDir) return followCurrent();
  for (const { sessionId } of list.sessions) otherProjects.delete(sessionId);
  useWindow.setState({ waiting: Object.fromEntries(list.sessions.map((view) => [view.sessionId, view])), asksPending: false });
  for (const [sessionId, events] of received) {
    if (!Object.hasOwn(useWindow.getState().waiting, sessionId)) otherProjects.add(sessionId);
    receiveForAsks(sessionId, events);
  }
}

/** Applies events of a session that this window doesn't show. */
export function receiveForAsks(sessionId: string, events: readonly StoredEvent[]): void {
  if (early) {
    early.set(sessionId, [...(early.get(sessionId) ?? []), ...events]);
    return;
  }
  const known = useWindow.getState().waiting[sessionId];
  if (!known && otherProjects.has(sessionId)) return;
  const next = known ? fold(known, events) : 'gap';
  if (next === 'gap') followCurrent(new Map([[sessionId, [...events]]]));
  else if (next !== known) useWindow.setState((state) => ({ waiting: { ...state.waiting, [sessionId]: next } }));
}

function fold(before: AsksView, events: readonly StoredEvent[]): AsksView | 'gap' {
  let view = before;
  for (const stored of events) {
    if (stored.seq <= view.seq) continue;
    if (stored.seq !== view.seq + 1) return 'gap';
    const event = concernsAsks(stored.type) ? knownEvent(stored) : undefined;
    view = event ? applyToAsks(view, event) : { ...view, seq: stored.seq };
  }
  return view;
}

function followCurrent(received?: Map<string, StoredEvent[]>): void {
  const { project } = useWindow.getState();
  if (project) void followAsks(project.projectDir, received);
}

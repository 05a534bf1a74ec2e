import { useWindow } from './app-store.ts';
import { storedList, storeList } from './stored-list.ts';

const KEY = 'gatehouse.shown';
/** More than the two that the key goes between: some of them may be deleted. */
const MAX_SHOWN = 12;

export interface ShownSession {
  readonly projectDir: string;
  readonly sessionId: string;
}

/** What this window showed, the latest first. Survives a reload; not shared with other windows. */
let shown: readonly ShownSession[] = storedList(KEY, isShownSession);

/** The session shown before the one that is shown now, of any project; with none shown, the last one. */
export function previousSession(): ShownSession | undefined {
  const { sessionId } = useWindow.getState();
  return shown.find((one) => one.sessionId !== sessionId);
}

/** Remembers what is shown. Called once. */
export function followPreviousSessions(): void {
  useWindow.subscribe(({ sessionId, project, sessions }) => {
    if (sessionId === null || !project || sessionId === shown[0]?.sessionId) return;
    // One that can't be opened isn't a place to return to.
    if (sessions[sessionId]?.status === 'ready') keep([{ projectDir: project.projectDir, sessionId }, ...without(sessionId)]);
  });
}

/** The session is deleted. */
export function forgetShown(sessionId: string): void {
  keep(without(sessionId));
}

function without(sessionId: string): readonly ShownSession[] {
  return shown.filter((one) => one.sessionId !== sessionId);
}

function keep(sessions: readonly ShownSession[]): void {
  shown = sessions.slice(0, MAX_SHOWN);
  storeList(KEY, shown);
}

function isShownSession(value: unknown): value is ShownSession {
  return (
    typeof value === 'object' &&
    value !== null &&
    'projectDir' in value &&
    typeof value.projectDir === 'string' &&
    'sessionId' in value &&
    typeof value.sessionId === 'string'
  );
}

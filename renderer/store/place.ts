import { PANES, type Pane } from './app-store.ts';

const KEY = 'gatehouse.place';

/** What this window shows. Survives a reload; not shared with other windows. */
export interface Place {
  readonly projectDir: string;
  /** `null`: no session was shown yet. */
  readonly sessionId: string | null;
  readonly pane: Pane;
}

/** From then on a reload restores this instead of what the window was opened for. */
export function storePlace(place: Place): void {
  sessionStorage.setItem(KEY, JSON.stringify(place));
  if (wantedProject() !== null) history.replaceState(null, '', location.pathname + location.search);
}

export function forgetPlace(): void {
  sessionStorage.removeItem(KEY);
}

export function storedPlace(): Place | undefined {
  const stored = sessionStorage.getItem(KEY);
  if (stored === null) return undefined;
  const place: unknown = JSON.parse(stored);
  return isPlace(place) ? place : undefined;
}

function isPlace(value: unknown): value is Place {
  return (
    typeof value === 'object' &&
    value !== null &&
    'projectDir' in value &&
    typeof value.projectDir === 'string' &&
    'sessionId' in value &&
    (typeof value.sessionId === 'string' || value.sessionId === null) &&
    'pane' in value &&
    PANES.some((pane) => pane === value.pane)
  );
}

const WANTED = '#project=';

/** The URL for a new window of this page that shows a folder, or none. */
export function addressOf(projectDir: string | undefined): string {
  const here = new URL(location.href);
  here.hash = `${WANTED}${encodeURIComponent(projectDir ?? '')}`;
  return here.href;
}

/** The folder this window was opened for: empty for none, `null` if no other window opened it or a folder has been shown since. */
export function wantedProject(): string | null {
  if (!location.hash.startsWith(WANTED)) return null;
  try {
    return decodeURIComponent(location.hash.slice(WANTED.length));
  } catch {
    return '';
  }
}

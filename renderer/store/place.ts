import { PANES, type Pane } from './app-store.ts';

const KEY = 'gatehouse.place';

/** Where this window was, kept over a reload but not shared with other windows. */
export interface Place {
  readonly projectDir: string;
  readonly sessionId: string;
  readonly pane: Pane;
}

export function storePlace(place: Place): void {
  sessionStorage.setItem(KEY, JSON.stringify(place));
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
    typeof value.sessionId === 'string' &&
    'pane' in value &&
    PANES.some((pane) => pane === value.pane)
  );
}

const WANTED = '#project=';

/** The address of another window of this page: of a folder, or of none. */
export function addressOf(projectDir: string | undefined): string {
  const here = new URL(location.href);
  here.hash = `${WANTED}${encodeURIComponent(projectDir ?? '')}`;
  return here.href;
}

/** The folder this window was opened for: empty for none, `null` when it wasn’t opened by another. A reload doesn’t ask again. */
export function takeWantedProject(): string | null {
  if (!location.hash.startsWith(WANTED)) return null;
  const wanted = location.hash.slice(WANTED.length);
  history.replaceState(null, '', location.pathname + location.search);
  try {
    return decodeURIComponent(wanted);
  } catch {
    return '';
  }
}

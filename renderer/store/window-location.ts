import { PANES, type Pane, type WindowState } from './app-store.ts';

const KEY = 'gatehouse.place';

/** What this window shows. Survives a reload; not shared with other windows. */
export interface WindowLocation {
  readonly projectDir: string;
  /** `null`: no session was shown yet. */
  readonly sessionId: string | null;
  readonly pane: Pane;
  /** Absent: as `false`. */
  readonly sideClosed?: boolean;
  /** Absent: as `conversation`. */
  readonly front?: WindowState['front'];
}

/** From then on a reload restores this instead of what the window was opened for. */
export function storeLocation(shown: WindowLocation): void {
  sessionStorage.setItem(KEY, JSON.stringify(shown));
  if (requestedProject() !== null) history.replaceState(null, '', location.pathname + location.search);
}

export function forgetLocation(): void {
  sessionStorage.removeItem(KEY);
}

export function storedLocation(): WindowLocation | undefined {
  const stored = sessionStorage.getItem(KEY);
  if (stored === null) return undefined;
  const value: unknown = JSON.parse(stored);
  return isLocation(value) ? value : undefined;
}

function isLocation(value: unknown): value is WindowLocation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'projectDir' in value &&
    typeof value.projectDir === 'string' &&
    'sessionId' in value &&
    (typeof value.sessionId === 'string' || value.sessionId === null) &&
    'pane' in value &&
    PANES.some((pane) => pane === value.pane) &&
    (!('sideClosed' in value) || typeof value.sideClosed === 'boolean') &&
    (!('front' in value) || value.front === 'conversation' || value.front === 'pane')
  );
}

const REQUESTED = '#project=';

/** The URL for a new window of this page that shows a folder, or none. */
export function windowUrl(projectDir: string | undefined): string {
  const here = new URL(location.href);
  here.hash = `${REQUESTED}${encodeURIComponent(projectDir ?? '')}`;
  return here.href;
}

/** The folder this window was opened for: empty for none, `null` if no other window opened it or a folder has been shown since. */
export function requestedProject(): string | null {
  if (!location.hash.startsWith(REQUESTED)) return null;
  try {
    return decodeURIComponent(location.hash.slice(REQUESTED.length));
  } catch {
    // A malformed address names no project.
    return '';
  }
}

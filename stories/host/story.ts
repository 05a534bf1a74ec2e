import type { AppState, Project } from '#shared/contract/project.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { Played } from './fake-host.ts';

/** One state of the app to show, and what happens next. */
export interface Story {
  readonly app: AppState;
  readonly project: Project;
  /** The session when it is opened. Played events change it in place. */
  readonly view: SessionView;
  /** What happens after the session was opened, with the delay in milliseconds. */
  readonly live: readonly (readonly [delayMs: number, Played])[];
  /** Whether opening the session succeeds, fails or stays pending. */
  readonly opening: 'succeeds' | 'fails' | 'never ends';
  /** When the connection is lost, after the session was opened; `null` for never. */
  readonly disconnectAfterMs: number | null;
  /** A call ends and another starts at this interval; `null` for none. */
  readonly callEveryMs: number | null;
}

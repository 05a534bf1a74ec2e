import type { AppState, Project } from '#shared/contract/project.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { Played } from './fake-host.ts';

/** One state of the app to show, and what happens next. */
export interface Story {
  readonly app: AppState;
  readonly project: Project;
  /** The session as it is when it is opened. Changed in place by what is played. */
  readonly view: SessionView;
  /** What happens after the session was opened, with the delay in milliseconds. */
  readonly live: readonly (readonly [delayMs: number, Played])[];
  /** How opening the session goes. */
  readonly opening: 'succeeds' | 'fails' | 'never ends';
  /** When the connection is lost, after the session was opened; `null` for never. */
  readonly disconnectAfterMs: number | null;
  /** A call ends and another starts at this interval; `null` for none. */
  readonly callEveryMs: number | null;
}

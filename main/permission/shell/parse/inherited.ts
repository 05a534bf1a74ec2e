import type { RawRedirect, Stage } from './raw-command.ts';

/** What a statement gets from those around it. */
export interface Inherited {
  readonly redirects: readonly RawRedirect[];
  /** Redirections of this statement itself, as in `ScriptPart`. */
  readonly own: readonly string[];
  readonly stdin: string | undefined;
  readonly piped: boolean;
  readonly nested: boolean;
  /** As in `RawCommand`. Only for a simple command: in a compound one, another reader of the pipe may leave half a line. */
  readonly feed?: readonly Stage[] | undefined;
}

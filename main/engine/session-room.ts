import type { AgentSession } from '#main/agent/agent-session.ts';
import type { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import type { UserShells } from '#main/terminal/user-shells.ts';
import type { createTerminalService } from '#main/terminal/terminal-service.ts';
import type { FileCompletion } from './file-completion.ts';

/** One open session with what belongs to it alone. */
export interface SessionRoom {
  readonly session: AgentSession;
  readonly terminals: ReturnType<typeof createTerminalService>;
  /** Shells the person opened beside it. */
  readonly userShells: UserShells;
  readonly checkpoints: SessionCheckpoints;
  /** What “@” may name. */
  readonly files: FileCompletion;
  /** Why auto mode can't be had now; `undefined` when it can. */
  autoRefusal(): string | undefined;
  /** What the session writes is on disk, its commands are gone, its lock is free. */
  dispose(): Promise<void>;
}

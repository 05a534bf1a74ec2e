import { createTerminalService, type TerminalServiceOptions } from '#main/terminal/terminal-service.ts';
import { UserShells } from '#main/terminal/user-shells.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';

export interface SessionTerminals {
  /** Terminals of the agent's commands. */
  readonly terminals: ReturnType<typeof createTerminalService>;
  /** Shells the person opened in the window. */
  readonly userShells: UserShells;
}

/** `env`: the environment of the agent's commands. `place`: where they run. */
export function sessionTerminals(
  options: OpenSessionOptions,
  env: TerminalServiceOptions['env'],
  place: TerminalServiceOptions['place'],
): SessionTerminals {
  const { project, owned, ptys, frames, shellEnv } = options;
  const output = {
    onData: (terminalId, offset, data) => frames.push({ type: 'terminal', terminalId, offset, data }),
    onState: (terminalId, state) => frames.push({ type: 'terminal_state', terminalId, state }),
  } satisfies Pick<TerminalServiceOptions, 'onData' | 'onState'>;
  const terminals = createTerminalService({ sessionDir: owned.log.sessionDir, ptys, env, place, ...output });
  const userShells = new UserShells({
    ptys,
    projectDir: project.projectDir,
    // The person's own environment, without what settings add for the agent's commands.
    env: shellEnv,
    ...output,
    onChange: () => options.onUserShells?.(),
  });
  return { terminals, userShells };
}

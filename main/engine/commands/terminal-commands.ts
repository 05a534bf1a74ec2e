import type { Handlers } from '#main/host/engine-port.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { OpenSession } from '../session/open-session.ts';
import type { UserShells } from '#main/terminal/user-shells.ts';
import type { terminalCommands as contract } from '#shared/contract/commands/terminal-commands.ts';
import type { EngineParts } from '../engine-parts.ts';

type TerminalsOfWindows = Pick<UserShells, 'open' | 'close' | 'ack' | 'write'>;

export function terminalCommands({ projects, sessions }: EngineParts): Handlers<typeof contract> {
  /** The owner of the terminal: the session's commands, or the shells the person opened. */
  const hubOf = async (sessionId: string, terminalId: string): Promise<TerminalsOfWindows> => {
    const { terminals, userShells } = await sessions.get(sessionId);
    return userShells.has(terminalId) ? userShells : terminals;
  };

  // Only windows have these commands, never a tool, hook or agent.
  const isAllowed = ({ session }: OpenSession): boolean => projects.get(session.view.projectDir).settings.current().userShell;

  return {
    'terminal.open': async ({ sessionId, terminalId }, { windowId }) => (await hubOf(sessionId, terminalId)).open(terminalId, windowId),
    'terminal.close': async ({ sessionId, terminalId }, { windowId }) => {
      (await hubOf(sessionId, terminalId)).close(terminalId, windowId);
      return {};
    },
    'terminal.ack': async ({ sessionId, terminalId, offset }, { windowId }) => {
      (await hubOf(sessionId, terminalId)).ack(terminalId, offset, windowId);
      return {};
    },
    'terminal.input': async ({ sessionId, terminalId, data }) => {
      (await hubOf(sessionId, terminalId)).write(terminalId, data);
      return {};
    },
    'terminal.takeOver': async ({ sessionId, terminalId, takenOver }) => {
      (await sessions.get(sessionId)).terminals.setTakenOver(terminalId, takenOver);
      return {};
    },
    'terminal.stop': async ({ sessionId, terminalId }) => {
      const { session, terminals } = await sessions.get(sessionId);
      const task = Object.values(session.view.tasks).find(
        ({ terminal, state }) => terminal.terminalId === terminalId && state === 'running',
      );
      return { stopped: task ? await session.controls.stopTask(task.taskId) : terminals.stop(terminalId) };
    },
    'userShell.list': async ({ sessionId }) => {
      const opened = await sessions.get(sessionId);
      return { shells: opened.userShells.list(), allowed: isAllowed(opened) };
    },
    'userShell.start': async ({ sessionId }) => {
      const opened = await sessions.get(sessionId);
      if (!isAllowed(opened)) throw new AppError('refused', 'Your own shells are disabled by the settings (gatehouse.userShell).');
      projects.get(opened.session.view.projectDir).requireFolder();
      return { terminalId: await opened.userShells.start() };
    },
    'userShell.end': async ({ sessionId, terminalId }) => {
      (await sessions.get(sessionId)).userShells.end(terminalId);
      return {};
    },
    'userShell.resize': async ({ sessionId, terminalId, cols, rows }, { windowId }) =>
      (await sessions.get(sessionId)).userShells.resize(terminalId, { cols, rows }, windowId),
  };
}

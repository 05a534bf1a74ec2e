import type { UserShells } from '#main/terminal/user-shells.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';

type TerminalsOfWindows = Pick<UserShells, 'open' | 'close' | 'ack' | 'write'>;

export function terminalCommands({ sessions }: EngineParts) {
  /** The owner of the terminal: the session's commands, or the shells the person opened. */
  const hubOf = async (sessionId: string, terminalId: string): Promise<TerminalsOfWindows> => {
    const { terminals, userShells } = await sessions.get(sessionId);
    return userShells.has(terminalId) ? userShells : terminals;
  };

  return {
    'terminal.open': implement(commands['terminal.open'], async ({ sessionId, terminalId }, { windowId }) =>
      (await hubOf(sessionId, terminalId)).open(terminalId, windowId),
    ),
    'terminal.close': implement(commands['terminal.close'], async ({ sessionId, terminalId }, { windowId }) => {
      (await hubOf(sessionId, terminalId)).close(terminalId, windowId);
      return {};
    }),
    'terminal.ack': implement(commands['terminal.ack'], async ({ sessionId, terminalId, offset }, { windowId }) => {
      (await hubOf(sessionId, terminalId)).ack(terminalId, offset, windowId);
      return {};
    }),
    'terminal.input': implement(commands['terminal.input'], async ({ sessionId, terminalId, data }) => {
      (await hubOf(sessionId, terminalId)).write(terminalId, data);
      return {};
    }),
    'terminal.takeOver': implement(commands['terminal.takeOver'], async ({ sessionId, terminalId, takenOver }) => {
      (await sessions.get(sessionId)).terminals.setTakenOver(terminalId, takenOver);
      return {};
    }),
    'terminal.stop': implement(commands['terminal.stop'], async ({ sessionId, terminalId }) => {
      const { session, terminals } = await sessions.get(sessionId);
      const task = Object.values(session.view.tasks).find(
        ({ terminal, state }) => terminal.terminalId === terminalId && state === 'running',
      );
      return { stopped: task ? await session.stopTask(task.taskId) : terminals.stop(terminalId) };
    }),
    'call.moveToBackground': implement(commands['call.moveToBackground'], async ({ sessionId, callId }) => ({
      moved: (await sessions.get(sessionId)).session.moveToBackground(callId),
    })),
  };
}

import { AppError } from '#shared/contract/app-error.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { SessionRoom } from '../session-room.ts';

/** Shells of the person's own. No tool, hook or agent comes here: only a window does. */
export function userShellCommands({ projects, sessions }: EngineParts) {
  const isAllowed = ({ session }: SessionRoom): boolean => projects.get(session.view.projectDir).settings.current().userShell;
  return {
    'userShell.list': implement(commands['userShell.list'], async ({ sessionId }) => {
      const room = await sessions.get(sessionId);
      return { shells: room.userShells.list(), allowed: isAllowed(room) };
    }),
    'userShell.start': implement(commands['userShell.start'], async ({ sessionId }) => {
      const room = await sessions.get(sessionId);
      if (!isAllowed(room)) throw new AppError('refused', 'Shells of your own are switched off here (gatehouse.userShell).');
      projects.get(room.session.view.projectDir).requireFolder();
      return { terminalId: await room.userShells.start() };
    }),
    'userShell.end': implement(commands['userShell.end'], async ({ sessionId, terminalId }) => {
      (await sessions.get(sessionId)).userShells.end(terminalId);
      return {};
    }),
    'userShell.resize': implement(commands['userShell.resize'], async ({ sessionId, terminalId, cols, rows }) => {
      (await sessions.get(sessionId)).userShells.resize(terminalId, cols, rows);
      return {};
    }),
  };
}

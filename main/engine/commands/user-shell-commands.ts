import { AppError } from '#shared/contract/app-error.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { OpenSession } from '../open-session.ts';

/** The person's own shells. Only windows can use these commands, never a tool, hook or agent. */
export function userShellCommands({ projects, sessions }: EngineParts) {
  const isAllowed = ({ session }: OpenSession): boolean => projects.get(session.view.projectDir).settings.current().userShell;
  return {
    'userShell.list': implement(commands['userShell.list'], async ({ sessionId }) => {
      const opened = await sessions.get(sessionId);
      return { shells: opened.userShells.list(), allowed: isAllowed(opened) };
    }),
    'userShell.start': implement(commands['userShell.start'], async ({ sessionId }) => {
      const opened = await sessions.get(sessionId);
      if (!isAllowed(opened)) throw new AppError('refused', 'Shells of your own are switched off here (gatehouse.userShell).');
      projects.get(opened.session.view.projectDir).requireFolder();
      return { terminalId: await opened.userShells.start() };
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

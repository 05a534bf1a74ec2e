import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';

export function terminalCommands({ sessions }: EngineParts) {
  return {
    'terminal.open': implement(commands['terminal.open'], async ({ sessionId, terminalId }, { windowId }) =>
      (await sessions.get(sessionId)).terminals.open(terminalId, windowId),
    ),
    'terminal.close': implement(commands['terminal.close'], async ({ sessionId, terminalId }, { windowId }) => {
      (await sessions.get(sessionId)).terminals.close(terminalId, windowId);
      return {};
    }),
    'terminal.ack': implement(commands['terminal.ack'], async ({ sessionId, terminalId, offset }, { windowId }) => {
      (await sessions.get(sessionId)).terminals.ack(terminalId, offset, windowId);
      return {};
    }),
    'terminal.input': implement(commands['terminal.input'], async ({ sessionId, terminalId, data }) => {
      (await sessions.get(sessionId)).terminals.write(terminalId, data);
      return {};
    }),
  };
}

import { appVersion } from '#main/app-root.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';

export function appCommands({ access, bus, first, host, homeDir, recent }: EngineParts) {
  return {
    'app.state': implement(commands['app.state'], () => ({
      version: appVersion(),
      host,
      platform: process.platform,
      homeDir,
      access: access.describe(),
      recent: recent.list(),
      openProject: first.project?.describe() ?? null,
      openSessionId: first.sessionId,
    })),
    'app.setAccess': implement(commands['app.setAccess'], (input) => {
      access.enter(input);
      bus.send('access.changed', { access: access.describe() });
      return access.describe();
    }),
  };
}

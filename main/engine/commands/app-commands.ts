import { appVersion } from '#main/app-root.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';

export function appCommands({ access, bus, first, host, homeDir, listModels, recent }: EngineParts) {
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
    'models.list': implement(commands['models.list'], async () => {
      try {
        return { type: 'listed' as const, models: [...(await listModels())] };
      } catch (error) {
        return { type: 'failed' as const, why: error instanceof Error ? error.message : String(error) };
      }
    }),
    'app.setAccess': implement(commands['app.setAccess'], (input) => {
      access.enter(input);
      bus.send('access.changed', { access: access.describe() });
      return access.describe();
    }),
  };
}

import type { Handlers } from '#main/host/engine-port.ts';
import { appVersion } from '#main/app-root.ts';
import type { appCommands as contract } from '#shared/contract/commands/app-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { listFailure } from '#main/model/model-error.ts';
import type { EngineParts } from '../engine-parts.ts';

export function appCommands({
  access,
  bus,
  first,
  host,
  homeDir,
  listModels,
  preferences,
  recent,
  startDemo,
  waiting,
}: EngineParts): Handlers<typeof contract> {
  return {
    'app.state': () => ({
      version: appVersion(),
      host,
      platform: process.platform,
      homeDir,
      access: access.describe(),
      preferences: preferences.read(),
      recent: recent.list(),
      waiting: [...waiting.current],
      openProject: first.project?.describe() ?? null,
      openSessionId: first.sessionId,
    }),
    'models.list': async () => {
      try {
        return { type: 'listed', models: [...(await listModels())] };
      } catch (error) {
        return { type: 'failed', why: errorMessage(error), cause: listFailure(error) };
      }
    },
    'app.setAccess': ({ remember, ...entered }) => {
      access.enter(entered, remember);
      bus.send('access.changed', { access: access.describe() });
      return access.describe();
    },
    'app.setPreferences': (change) => {
      const next = preferences.change(change);
      bus.send('preferences.changed', { preferences: next });
      return next;
    },
    'demo.start': () => startDemo(),
  };
}

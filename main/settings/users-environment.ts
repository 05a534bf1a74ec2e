import { delimiter, dirname, join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { isOn } from '#main/tool/env-switch.ts';

/** Set by Electron, npm or Gatehouse for themselves; a project's own programs must not be steered by them. */
const NOT_THE_USERS = /^(?:ELECTRON_|npm_|GATEHOUSE_|CHROME_DESKTOP$|INIT_CWD$|NODE$|COLOR$|NODE_CHANNEL_|NODE_UNIQUE_ID$|_$)/;

/** Where Gatehouse exports its own telemetry to, and with which key. Without that they are for the project's programs. */
const TELEMETRY = /^OTEL_/;

/**
 * The part of an environment that is the user's own. What their shell exports passes, as in any terminal;
 * what programs get of it says `programEnvironment`. A key entered in the window is never in an environment. npm's additions go: started by `npm start`,
 * its search path would put Gatehouse's own tools before the project's.
 */
export function usersEnvironment(env: Readonly<Record<string, string | undefined>>, appDir: string = appRoot): Record<string, string> {
  const kept: Record<string, string> = {};
  const isExporting = isOn(env['CLAUDE_CODE_ENABLE_TELEMETRY']);
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || NOT_THE_USERS.test(name) || (isExporting && TELEMETRY.test(name))) continue;
    kept[name] = /^path$/i.test(name) ? withoutAppFolders(value, appDir) : value;
  }
  return kept;
}

function withoutAppFolders(path: string, appDir: string): string {
  const ours = new Set<string>();
  for (let folder = appDir; ; folder = dirname(folder)) {
    ours.add(join(folder, 'node_modules', '.bin'));
    if (dirname(folder) === folder) break;
  }
  return path
    .split(delimiter)
    .filter((entry) => !ours.has(entry) && !/[\\/]node-gyp-bin$/.test(entry))
    .join(delimiter);
}

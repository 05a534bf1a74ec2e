import { lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorMessage } from '#shared/error-message.ts';
import { findGitFolder } from './git-folder.ts';
import { managedFiles } from './managed-settings.ts';
import { MANAGED_SERVERS } from './mcp-sources.ts';
import { PROJECT_SERVERS } from './repository-supplies.ts';
import type { LoadSettingsOptions } from './load-settings.ts';
import type { LoadedSettings } from './loaded-settings.ts';
import { settingsPaths } from './settings-paths.ts';

/** File times are coarse: a change this soon after a read may not change them. */
const COARSE_MS = 100;

export interface SettingsStamp {
  readonly text: string;
  /** Something changed so recently that an equal stamp proves nothing. */
  readonly unsettled: boolean;
}

/** A cheap fingerprint of every file the settings depend on: when it is equal, so are the settings. */
export function stampSettings(options: LoadSettingsOptions, settings: LoadedSettings, trustFile: string): SettingsStamp {
  const { projectDir } = options;
  const paths = settingsPaths(options);
  const more = [trustFile, ...cliFile(options), ...settings.suppliedScripts, ...settings.definitionPaths];
  let newest = 0;
  const print = (path: string, read: typeof statSync = statSync): string => {
    const stat = read(path, { throwIfNoEntry: false, bigint: true });
    if (!stat) return '-';
    newest = Math.max(newest, Number(stat.ctimeMs));
    return `${stat.dev}:${stat.ino}:${stat.mode}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
  };
  const managedServers = paths.managedDir === null ? [] : [join(paths.managedDir, MANAGED_SERVERS)];
  const servers = [join(projectDir, PROJECT_SERVERS), paths.userState, ...managedServers];
  const files = [paths.project, paths.user, paths.local, ...servers, ...more, ...listManaged(paths.managedDir)];
  const prints = [...files.map((file) => safely(() => print(file))), safely(() => print(dirname(paths.local), lstatSync))];
  // Whether git tracks the local file decides whether it is the user's.
  if (prints[2] !== '-') prints.push(safely(() => print(join(findGitFolder(projectDir)?.gitDir ?? projectDir, 'index'))));
  return { text: prints.join('\n'), unsettled: newest > Date.now() - COARSE_MS };
}

/** The file that `--settings` names, unless it is JSON. */
function cliFile({ cliSettings, projectDir }: LoadSettingsOptions): readonly string[] {
  const given = cliSettings?.settings;
  return given === undefined || given.trimStart().startsWith('{') ? [] : [resolve(cliSettings?.cwd ?? projectDir, given)];
}

function listManaged(managedDir: string | null): string[] {
  if (managedDir === null) return [];
  try {
    return managedFiles(managedDir);
  } catch {
    // Reading the settings reports it.
    return [];
  }
}

function safely(read: () => string): string {
  try {
    return read();
  } catch (error) {
    return errorMessage(error);
  }
}

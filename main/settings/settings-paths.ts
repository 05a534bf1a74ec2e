import { readVariable } from '#main/environment.ts';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** The file or folder of each source; all absolute. */
export interface SettingsPaths {
  /** Folder of `managed-settings.json` and `managed-settings.d/`; `null` when there is none. */
  readonly managedDir: string | null;
  readonly local: string;
  readonly project: string;
  readonly user: string;
  /** Claude Code's own state; only the user's MCP servers are read from it. */
  readonly userState: string;
}

/** The folder of the managed settings, the same as Claude Code's. */
function defaultManagedDir(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode';
  return '/etc/claude-code';
}

/** The user's own settings folder: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function userSettingsDir(homeDir: string, env: NodeJS.ProcessEnv = {}): string {
  const configured = readVariable(env, 'CLAUDE_CONFIG_DIR');
  return configured ? resolve(configured) : join(homeDir, '.claude');
}

export function settingsPaths(options: {
  readonly projectDir: string;
  readonly homeDir: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly managedDir?: string | null | undefined;
}): SettingsPaths {
  return {
    managedDir: options.managedDir === undefined ? defaultManagedDir() : options.managedDir,
    local: join(options.projectDir, '.claude', 'settings.local.json'),
    project: join(options.projectDir, '.claude', 'settings.json'),
    user: join(userSettingsDir(options.homeDir, options.env), 'settings.json'),
    userState: join(
      readVariable(options.env ?? {}, 'CLAUDE_CONFIG_DIR') ? userSettingsDir(options.homeDir, options.env) : options.homeDir,
      '.claude.json',
    ),
  };
}

/** Resolves a folder named in a settings file: `~/x` from the home folder, anything else from `baseDir`. */
export function resolveFolder(text: string, baseDir: string, homeDir: string = homedir()): string {
  if (text === '~') return homeDir;
  if (text.startsWith('~/') || text.startsWith('~\\')) return resolve(homeDir, text.slice(2));
  return isAbsolute(text) ? resolve(text) : resolve(baseDir, text);
}

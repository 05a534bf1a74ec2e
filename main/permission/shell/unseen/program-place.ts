import path from 'node:path';

/** Folders that contain the well-known programs. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set(['/bin', '/usr/bin', '/sbin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']);
/** Folders for tools listed in the project's manifest. */
const TOOL_FOLDERS = /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin)$/u;
const PROJECT_WRAPPERS: ReadonlySet<string> = new Set(['./gradlew', './mvnw', 'gradlew', 'mvnw']);

/** `known`: the well-known program of that name. `tool`: one listed by the project. `other`: any file. */
export function programPlace(name: string, isShadowed: boolean): 'known' | 'tool' | 'other' {
  if (!name.includes('/')) return isShadowed ? 'tool' : 'known';
  if (PROJECT_WRAPPERS.has(name)) return 'tool';
  const folder = path.posix.dirname(name);
  if (SYSTEM_FOLDERS.has(folder)) return 'known';
  return TOOL_FOLDERS.test(folder) ? 'tool' : 'other';
}

import path from 'node:path';

/** Folders whose programs are the ones everybody knows. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set(['/bin', '/usr/bin', '/sbin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']);
/** Where a project keeps the tools that its own manifest names. */
const TOOL_FOLDERS = /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin)$/u;
const PROJECT_WRAPPERS: ReadonlySet<string> = new Set(['./gradlew', './mvnw', 'gradlew', 'mvnw']);

/** `known`: the program of that name that everybody knows. `tool`: one that the project names itself. `other`: any file. */
export function programPlace(name: string, isShadowed: boolean): 'known' | 'tool' | 'other' {
  if (!name.includes('/')) return isShadowed ? 'tool' : 'known';
  if (PROJECT_WRAPPERS.has(name)) return 'tool';
  const folder = path.posix.dirname(name);
  if (SYSTEM_FOLDERS.has(folder)) return 'known';
  return TOOL_FOLDERS.test(folder) ? 'tool' : 'other';
}

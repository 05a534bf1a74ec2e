import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { MemoryScope } from '#shared/settings/agent-definition.ts';
import { findGitFolder, mainCheckout } from '../git-folder.ts';
import { realPath } from '../real-path.ts';
import { resolveFolder } from '../settings-paths.ts';

/** Longer names may not fit into a file system; they end with a hash instead. */
const MAX_NAME = 200;

/** The folder of the notes that the main agent keeps about a project: Claude Code's, so that both programs share it. */
export function autoMemoryFolder(options: {
  readonly projectDir: string;
  readonly homeDir: string;
  readonly userDir: string;
  /** `autoMemoryDirectory`. */
  readonly configured: string | undefined;
}): string {
  const { projectDir, homeDir, userDir, configured } = options;
  if (configured !== undefined) return resolveFolder(configured, homeDir, homeDir);
  // The work trees of a repository share one.
  const git = findGitFolder(projectDir);
  return join(userDir, 'projects', folderName(realPath(git ? mainCheckout(git) : projectDir)), 'memory');
}

function folderName(path: string): string {
  const name = path.replaceAll(/[^A-Za-z0-9]/gu, '-');
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME)}-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
}

/** The folder of an agent type's notes. */
export function agentMemoryFolder(scope: MemoryScope, name: string, { projectDir, userSettings }: AgentMemoryPlaces): string {
  if (scope === 'user') return join(dirname(userSettings), 'agent-memory', name);
  return join(projectDir, '.claude', scope === 'project' ? 'agent-memory' : 'agent-memory-local', name);
}

export interface AgentMemoryPlaces {
  readonly projectDir: string;
  /** The user's `settings.json`. */
  readonly userSettings: string;
}

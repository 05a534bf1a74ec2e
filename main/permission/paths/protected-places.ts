import path from 'node:path';
import { fold } from './folded.ts';

/**
 * Places whose content is run or obeyed later: version control, editors, hooks, shells, package managers, agents.
 * Changing them asks whatever allow rules say. Sources: Claude Code's documented list; the second group adds the
 * settings of other agents and credential folders, which public advisories abused in the same way.
 */
const FOLDERS: readonly string[] = [
  '.git',
  '.vscode',
  '.idea',
  '.husky',
  '.cargo',
  '.devcontainer',
  '.yarn',
  '.mvn',
  '.claude',
  '.cursor',
  '.windsurf',
  '.zed',
  '.gemini',
  '.codex',
  '.roo',
  '.continue',
  '.ssh',
  '.gnupg',
  '.aws',
  '.kube',
  '.docker',
];

/** Two-part folders. */
const NESTED_FOLDERS: readonly (readonly [string, string])[] = [
  ['.config', 'git'],
  ['.config', 'fish'],
  ['.config', 'systemd'],
  ['.config', 'autostart'],
  ['library', 'launchagents'],
];

const FILES: readonly string[] = [
  '.gitconfig',
  '.gitmodules',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_aliases',
  '.bash_logout',
  '.zshrc',
  '.zprofile',
  '.zshenv',
  '.zlogin',
  '.zlogout',
  '.profile',
  '.envrc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnp.cjs',
  '.pnp.loader.mjs',
  '.pnpmfile.cjs',
  'bunfig.toml',
  '.bunfig.toml',
  '.bazelrc',
  '.bazelversion',
  '.bazeliskrc',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  'lefthook.yaml',
  '.lefthook.yml',
  '.lefthook.yaml',
  'gradle-wrapper.properties',
  'maven-wrapper.properties',
  '.devcontainer.json',
  '.ripgreprc',
  'pyrightconfig.json',
  '.mcp.json',
  '.claude.json',
  '.netrc',
  '.pypirc',
  '.inputrc',
  '.curlrc',
  '.wgetrc',
  '.tmux.conf',
];

const folderSet = new Set(FOLDERS);
const fileSet = new Set(FILES);

/** The protected part of a path, or undefined. `below` is where the search starts: parts above it don't count. */
export function protectedPart(absolute: string, below: string | undefined): string | undefined {
  const relative = below === undefined ? absolute : path.relative(below, absolute);
  const parts = relative
    .split(/[\\/]/u)
    .map(plain)
    .filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (part === '.claude' && next === 'worktrees' && index + 2 < parts.length) continue;
    if (folderSet.has(part)) return part;
    if (NESTED_FOLDERS.some(([outer, inner]) => part === outer && next === inner)) return `${part}/${next ?? ''}`;
    if (index === parts.length - 1 && fileSet.has(part)) return part;
  }
  return undefined;
}

/** Folds case and the disguises that some file systems ignore. */
function plain(part: string): string {
  return fold(part)
    .replace(/::\$data$/u, '')
    .replace(/[. ]+$/u, (tail) => (tail === part ? tail : ''));
}

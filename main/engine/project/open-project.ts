import { basename, join } from 'node:path';
import { CheckpointStore } from '#main/checkpoints/checkpoint-store.ts';
import type { WorkTree } from '#main/checkpoints/files/list-files.ts';
import { projectSlug } from '#main/session/store.ts';
import { findGitFolder, readBranch } from '#main/settings/git-folder.ts';
import type { McpService } from '#main/mcp/servers/mcp-service.ts';
import type { OutsideImport } from '#main/agent/system-prompt/outside-import.ts';
import { ImportApprovals } from '#main/settings/import-approvals.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import type { LoadSettingsOptions } from '#main/settings/load-settings.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { Project } from '#shared/contract/project.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import { FolderWatch } from './folder-watch.ts';
import type { McpProjects } from './mcp-projects.ts';

/** Folder of the checkpoints of projects, and beside it that of worktrees. */
export const PROJECT_CHECKPOINTS = 'checkpoints';
export const WORKTREE_CHECKPOINTS = 'worktree-checkpoints';

export interface OpenProjectOptions extends Omit<LoadSettingsOptions, 'env' | 'previous' | 'trust'> {
  readonly env: NodeJS.ProcessEnv;
  readonly demo: boolean;
  /** If absent, no MCP server runs. */
  readonly mcpProjects?: McpProjects | undefined;
  /** States or tools of MCP servers changed. */
  readonly onMcpChange?: (() => void) | undefined;
  /** The folder has disappeared or come back. If absent, it isn't watched. */
  readonly onFolderChange?: (() => void) | undefined;
}

/** An open project folder with its settings, kept current. */
export class OpenProject {
  readonly projectDir: string;
  readonly settings: SettingsStore;
  /** Used to undo changes. */
  readonly checkpoints: CheckpointStore;
  readonly demo: boolean;
  /** Which files outside the folder its instruction files may include. */
  readonly imports: ImportApprovals;
  /** Imports of nested instruction files that were refused, by importer and target. */
  readonly refusedImports = new Map<string, OutsideImport>();
  readonly mcp: McpService | undefined;
  readonly #options: OpenProjectOptions;
  readonly #worktreeStores = new Map<string, CheckpointStore>();
  readonly #watch: FolderWatch | undefined;

  constructor(options: OpenProjectOptions) {
    this.projectDir = options.projectDir;
    this.demo = options.demo;
    this.settings = new SettingsStore({ ...options, onSaved: (file) => this.checkpoints.saved.note(file) });
    this.#watch = options.onFolderChange && new FolderWatch(options.projectDir, options.onFolderChange);
    this.#options = options;
    this.imports = new ImportApprovals(options.stateDir);
    this.checkpoints = this.#storeOf(options.projectDir, PROJECT_CHECKPOINTS);
    this.mcp = options.mcpProjects?.serviceFor(options.projectDir, this.settings, options.onMcpChange ?? (() => undefined));
  }

  /** The folder is missing. Its sessions stay open and continue when it is back. */
  get isGone(): boolean {
    return this.#watch?.isGone ?? false;
  }

  /** @throws AppError `unavailable` while the folder is missing. */
  requireFolder(): void {
    if (this.isGone) throw new AppError('unavailable', `The folder ${this.projectDir} is missing. Restore it, or open another one.`);
  }

  /** The checkpoints of a worktree that sessions of this project work in. */
  checkpointsOf({ path, projectDir }: Worktree): CheckpointStore {
    const store = this.#worktreeStores.get(path) ?? this.#storeOf(projectDir, WORKTREE_CHECKPOINTS);
    this.#worktreeStores.set(path, store);
    return store;
  }

  #storeOf(projectDir: string, folder: string): CheckpointStore {
    return checkpointStore(projectDir, folder, this.#options);
  }

  describe(): Project {
    const settings = this.settings.current();
    const git = findGitFolder(this.projectDir);
    const before = settings.trusted ? undefined : this.settings.trust.trustedItems(this.projectDir);
    return {
      projectDir: this.projectDir,
      name: basename(this.projectDir) || this.projectDir,
      trusted: settings.trusted,
      untrustedItems: [...settings.untrustedItems],
      ...(before && { trustedBefore: [...before] }),
      gitBranch: git ? readBranch(git) : null,
      demo: this.demo,
      gone: this.isGone,
    };
  }

  /** Resolves when its servers have exited. */
  async dispose(): Promise<void> {
    this.#watch?.dispose();
    await this.mcp?.dispose();
    this.settings.dispose();
  }
}

/** The checkpoints of a folder, which needn't be open. */
export function checkpointStore(
  projectDir: string,
  folder: string,
  { stateDir, env }: Pick<OpenProjectOptions, 'stateDir' | 'env'>,
): CheckpointStore {
  return new CheckpointStore({
    projectDir,
    storeDir: join(stateDir, folder, projectSlug(projectDir)),
    stateDir,
    workTree: () => workTreeOf(projectDir),
    env,
  });
}

function workTreeOf(projectDir: string): WorkTree | null {
  const git = findGitFolder(projectDir);
  if (!git) return null;
  return { root: git.root, indexFile: join(git.gitDir, 'index'), excludeFile: join(git.commonDir, 'info', 'exclude') };
}

import { basename } from 'node:path';
import { findGitFolder, readBranch } from '#main/settings/git-folder.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import type { CliSettings } from '#main/settings/load-settings.ts';
import type { Project } from '#shared/contract/project.ts';

export interface ProjectRoomOptions {
  /** Real, absolute path. */
  readonly projectDir: string;
  readonly homeDir: string;
  readonly stateDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cliSettings?: CliSettings | undefined;
  readonly managedDir?: string | null | undefined;
  readonly demo: boolean;
}

/** An open project folder: its settings, kept current. */
export class ProjectRoom {
  readonly projectDir: string;
  readonly settings: SettingsStore;
  readonly demo: boolean;

  constructor(options: ProjectRoomOptions) {
    this.projectDir = options.projectDir;
    this.demo = options.demo;
    this.settings = new SettingsStore(options);
  }

  describe(): Project {
    const settings = this.settings.current();
    const git = findGitFolder(this.projectDir);
    return {
      projectDir: this.projectDir,
      name: basename(this.projectDir) || this.projectDir,
      trusted: settings.trusted,
      untrustedItems: [...settings.untrustedItems],
      gitBranch: git ? readBranch(git) : null,
      demo: this.demo,
    };
  }

  dispose(): void {
    this.settings.dispose();
  }
}

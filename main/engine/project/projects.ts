import { createLogger } from '#main/log/logger.ts';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { AppError } from '#shared/contract/app-error.ts';
import { type Project, recentProjectSchema } from '#shared/contract/project.ts';
import { parseJson } from '#shared/json-limits.ts';
import { realFolder } from './folders.ts';
import { checkpointStore, OpenProject, PROJECT_CHECKPOINTS, type OpenProjectOptions } from './open-project.ts';
import type { PushBus } from '../push-bus.ts';

type RecentProject = z.infer<typeof recentProjectSchema>;

const MAX_RECENT = 20;

/** Recently opened folders, newest first, in `<stateDir>/recent.json`. A broken file is treated as empty. */
export class RecentProjects {
  readonly #file: string;

  constructor(stateDir: string) {
    this.#file = join(stateDir, 'recent.json');
  }

  list(): RecentProject[] {
    try {
      return z.array(recentProjectSchema).parse(parseJson(readFileSync(this.#file, 'utf8')));
    } catch {
      // None yet, or damaged: the list starts anew.
      return [];
    }
  }

  async add(projectDir: string, openedAt: number): Promise<void> {
    const others = this.list().filter((project) => project.projectDir !== projectDir);
    const recent = [{ projectDir, name: basename(projectDir), openedAt }, ...others].slice(0, MAX_RECENT);
    await writeFileAtomic(this.#file, `${JSON.stringify(recent, null, 2)}\n`, { mode: 0o600 });
  }
}

const log = createLogger('engine');

/** Options that all projects share. */
type SharedOptions = Pick<OpenProjectOptions, 'homeDir' | 'stateDir' | 'env' | 'managedDir' | 'mcpProjects'>;

interface ProjectsOptions extends SharedOptions {
  /** Copies of the demo that an engine before this one has made. */
  readonly demoDirs?: readonly string[];
}

/** The open project folders. */
export class Projects {
  readonly #opened = new Map<string, OpenProject>();
  readonly #options: SharedOptions;
  readonly #demoDirs: ReadonlySet<string>;
  readonly #recent: RecentProjects;
  readonly #bus: PushBus;

  constructor({ demoDirs = [], ...options }: ProjectsOptions, recent: RecentProjects, bus: PushBus) {
    this.#options = options;
    this.#demoDirs = new Set(demoDirs);
    this.#recent = recent;
    this.#bus = bus;
  }

  /** Opens a folder. Opening it again returns the same project, also while the folder is missing. @throws AppError as `realFolder`. */
  async open(path: string, isNewDemo = false): Promise<OpenProject> {
    const away = this.#opened.get(path);
    const projectDir = away?.isGone === true ? path : await realFolder(path);
    const known = this.#opened.get(projectDir);
    if (known) return known;
    const demo = isNewDemo || this.#demoDirs.has(projectDir);
    const project: OpenProject = new OpenProject({
      ...this.#options,
      projectDir,
      demo,
      onMcpChange: () => this.#bus.send('mcp.changed', { projectDir }),
      onFolderChange: () => this.#bus.send('project.changed', { project: project.describe() }),
    });
    this.#opened.set(projectDir, project);
    project.settings.onChange(() => {
      this.#bus.send('rules.changed', { projectDir });
      this.#bus.send('project.changed', { project: project.describe() });
    });
    // A demo's copy is in a temporary folder, so it isn't worth listing as recent.
    if (!demo)
      await this.#recent
        .add(projectDir, Date.now())
        .catch((error: unknown) => log.warn('A folder could not be added to the recent ones', error));
    return project;
  }

  /** The folders that are open. */
  get dirs(): readonly string[] {
    return [...this.#opened.keys()];
  }

  /** @throws AppError `not_found` for a folder that isn't open. */
  get(projectDir: string): OpenProject {
    const project = this.#opened.get(projectDir);
    if (!project) throw new AppError('not_found', `The project ${projectDir} isn’t open. Open its folder first.`);
    return project;
  }

  /** Removes the checkpoints of a session, also in a folder that isn't open. Never rejects. */
  async dropCheckpoints(projectDir: string, sessionId: string): Promise<void> {
    const store = this.#opened.get(projectDir)?.checkpoints ?? checkpointStore(projectDir, PROJECT_CHECKPOINTS, this.#options);
    await store.dropSession(sessionId);
  }

  async trust(projectDir: string): Promise<Project> {
    const project = this.get(projectDir);
    await project.settings.trustFolder();
    return project.describe();
  }

  async revokeTrust(projectDir: string): Promise<Project> {
    const project = this.get(projectDir);
    await project.settings.revokeTrust();
    await project.imports.forget(project.projectDir);
    return project.describe();
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((project) => project.dispose()));
    this.#opened.clear();
  }
}

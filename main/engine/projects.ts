import { AppError } from '#shared/contract/app-error.ts';
import type { Project } from '#shared/contract/project.ts';
import { realFolder } from './folders.ts';
import { ProjectRoom, type ProjectRoomOptions } from './project-room.ts';
import type { PushBus } from './push-bus.ts';
import type { RecentProjects } from './recent-projects.ts';

/** The open project folders. */
export class Projects {
  readonly #rooms = new Map<string, ProjectRoom>();
  readonly #options: Pick<ProjectRoomOptions, 'homeDir' | 'stateDir' | 'env' | 'managedDir' | 'mcpHouse'>;
  readonly #recent: RecentProjects;
  readonly #bus: PushBus;

  constructor(
    options: Pick<ProjectRoomOptions, 'homeDir' | 'stateDir' | 'env' | 'managedDir' | 'mcpHouse'>,
    recent: RecentProjects,
    bus: PushBus,
  ) {
    this.#options = options;
    this.#recent = recent;
    this.#bus = bus;
  }

  /** Opens a folder, once: opening it again gives the same room, also while the folder is away. @throws AppError as `realFolder`. */
  async open(path: string, demo = false): Promise<ProjectRoom> {
    const away = this.#rooms.get(path);
    const projectDir = away?.isGone === true ? path : await realFolder(path);
    const known = this.#rooms.get(projectDir);
    if (known) return known;
    const room: ProjectRoom = new ProjectRoom({
      ...this.#options,
      projectDir,
      demo,
      onMcpChange: () => this.#bus.send('mcp.changed', { projectDir }),
      onFolderChange: () => this.#bus.send('project.changed', { project: room.describe() }),
    });
    this.#rooms.set(projectDir, room);
    room.settings.onChange(() => {
      this.#bus.send('rules.changed', { projectDir });
      this.#bus.send('project.changed', { project: room.describe() });
    });
    // A demo's copy lies in a temporary folder: no place to come back to.
    if (!demo) await this.#recent.add(projectDir, Date.now()).catch(() => undefined);
    return room;
  }

  /** @throws AppError `not_found` for a folder that isn't open. */
  get(projectDir: string): ProjectRoom {
    const room = this.#rooms.get(projectDir);
    if (!room) throw new AppError('not_found', `The project ${projectDir} isn't open. Open its folder first.`);
    return room;
  }

  async trust(projectDir: string): Promise<Project> {
    const room = this.get(projectDir);
    await room.settings.trustFolder();
    return room.describe();
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map((room) => room.dispose()));
    this.#rooms.clear();
  }
}

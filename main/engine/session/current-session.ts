import type { AgentSession } from '#main/agent/session/agent-session.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { OpenProject } from '../project/open-project.ts';

const NONE: never[] = [];

/** The state of a session, for the parts it is built from. Until the session exists, the state that a new one starts with. */
export class CurrentSession {
  readonly #project: OpenProject;
  #session: AgentSession | undefined;

  constructor(project: OpenProject) {
    this.#project = project;
  }

  set(session: AgentSession): void {
    this.#session = session;
  }

  get cwd(): string {
    return this.#session?.cwd ?? this.#project.projectDir;
  }

  get worktree(): SessionView['worktree'] {
    return this.#session?.view.worktree ?? null;
  }

  get title(): string {
    return this.#session?.view.title ?? '';
  }

  get mode(): SessionView['mode'] {
    return this.#session?.view.mode ?? this.#project.settings.current().defaultMode;
  }

  get prePlanMode(): AgentSession['prePlanMode'] {
    return this.#session?.prePlanMode;
  }

  get sessionRules(): SessionView['sessionRules'] {
    return this.#session?.view.sessionRules ?? NONE;
  }

  get skillsInUse(): SessionView['skillsInUse'] {
    return this.#session?.view.skillsInUse ?? NONE;
  }

  get directories(): SessionView['directories'] {
    return this.#session?.view.directories ?? NONE;
  }
}

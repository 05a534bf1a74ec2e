import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/commands.ts';

interface OpenedSession {
  readonly projectDir: string;
  readonly sessionId: string;
}

/** The folders and sessions that an engine has open, so that the next one can open them again. */
export class OpenWork {
  readonly #projects = new Set<string>();
  readonly #demoDirs = new Set<string>();
  readonly #sessions = new Map<string, OpenedSession>();

  get projects(): readonly string[] {
    return [...this.#projects];
  }

  /** Copies of the demo among them. */
  get demoDirs(): readonly string[] {
    return [...this.#demoDirs];
  }

  get sessions(): readonly OpenedSession[] {
    return [...this.#sessions.values()];
  }

  /** A command that has succeeded. */
  observe<N extends CommandName>(command: N, input: unknown, output: CommandOutput<N>): void {
    const done = { command, input, output } as Done;
    switch (done.command) {
      case 'project.open':
        this.#projects.add(done.output.projectDir);
        break;
      case 'demo.start':
        this.#projects.add(done.output.project.projectDir);
        this.#demoDirs.add(done.output.project.projectDir);
        this.#add(done.output.project.projectDir, done.output.sessionId);
        break;
      case 'session.create':
      case 'session.fork':
        this.#add(done.input.projectDir, done.output.sessionId);
        break;
      case 'session.open':
        this.#add(done.input.projectDir, done.input.sessionId);
        break;
      case 'session.delete':
        this.#sessions.delete(done.input.sessionId);
        break;
    }
  }

  #add(projectDir: string, sessionId: string): void {
    this.#sessions.set(sessionId, { projectDir, sessionId });
  }
}

type Observed = 'project.open' | 'demo.start' | 'session.create' | 'session.fork' | 'session.open' | 'session.delete';
/** The compiler can't correlate a name with its input and output. */
type Done = {
  readonly [N in Observed]: { readonly command: N; readonly input: CommandInput<N>; readonly output: CommandOutput<N> };
}[Observed];

import { parsedInput } from '#main/host/port.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine, type Engine } from '#main/engine.ts';
import { commands, type CommandInput, type CommandName, type CommandOutput } from '#shared/contract/commands.ts';
import { unpackView } from '#shared/session/pack-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { MessagesServer } from '#test/support/messages-server.ts';
import type { TempProject } from '#test/support/temp-project.ts';

export type AskEngine = <N extends CommandName>(command: N, input: CommandInput<N>) => Promise<CommandOutput<N>>;

/** Sends requests to an engine like a window. */
export function asWindow(engine: Engine): AskEngine {
  return async (command, input) =>
    commands[command].output.parse(await engine.handle(command, parsedInput(command, input), { windowId: 'w' })) as never;
}

/** A window of an engine over a project with a scripted model, with one session in a trusted project. */
export class EngineWindow implements AsyncDisposable {
  readonly ask: AskEngine;
  readonly #engine: Engine;
  readonly #projectDir: string;
  #sessionId = '';

  constructor({ projectDir, homeDir, stateDir }: TempProject, server: MessagesServer, more: Readonly<Record<string, string>> = {}) {
    const env = {
      PATH: process.env['PATH'],
      HOME: homeDir,
      GATEHOUSE_HOME: stateDir,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'k',
      ...more,
    };
    this.#engine = createEngine({ host: 'web', homeDir, env });
    this.ask = asWindow(this.#engine);
    this.#projectDir = projectDir;
  }

  get engine(): Engine {
    return this.#engine;
  }

  get sessionId(): string {
    return this.#sessionId;
  }

  /** Trusts the project (unless `trusts` is false), creates the session and sends its first message. */
  async begin(text: string, { trusts = true }: { readonly trusts?: boolean } = {}): Promise<void> {
    const projectDir = this.#projectDir;
    await this.ask('project.open', { path: projectDir });
    if (trusts) await this.ask('project.trust', { projectDir });
    this.#sessionId = (await this.ask('session.create', { projectDir })).sessionId;
    await this.ask('session.send', { sessionId: this.#sessionId, text });
  }

  /** The current session. */
  async view(): Promise<SessionView> {
    return unpackView((await this.ask('session.open', { projectDir: this.#projectDir, sessionId: this.#sessionId })).packed);
  }

  /** The session, once it matches. */
  async until(wanted: (view: SessionView) => boolean): Promise<SessionView> {
    for (;;) {
      const view = await this.view();
      if (wanted(view)) return view;
      await sleep(20);
    }
  }

  /** The session, once its turn has ended. */
  turnEnded(): Promise<SessionView> {
    return this.until(({ turn, lastTurn }) => turn === null && lastTurn !== null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.dispose();
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { appVersion } from '#main/app-root.ts';
import { runCommandHook } from '#main/hooks/command-hook.ts';
import type { HookEnvironment } from '#main/hooks/hook-environment.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';
import { spentUsd } from '#shared/session/spending.ts';
import type { SessionView } from '#shared/session/view.ts';
import { printableLine } from '#shared/printable.ts';
import { shorten } from '#shared/shorten.ts';
import type { CurrentSession } from './current-session.ts';
import type { OpenSessionOptions } from './open-session-options.ts';

/** Between the starts of two runs. */
const PAUSE_MS = 300;
/** A command that takes longer is ended. */
const LIMIT_MS = 5000;
const MAX_CHARS = 300;

interface StatusLineOptions extends Pick<OpenSessionOptions, 'project' | 'shellEnv'> {
  readonly hookEnvironment: HookEnvironment;
  readonly current: CurrentSession;
  readonly view: () => SessionView;
}

/** The text that a command of the settings gives for the status bar. Runs like a hook: in its own process group, which is killed with it. */
export class StatusLine {
  readonly #options: StatusLineOptions;
  readonly #closed = new AbortController();
  #pause: Promise<void> = Promise.resolve();
  #running: Promise<string | null> | undefined;
  /** The run that starts after the one that is running: it sees what has changed meanwhile. */
  #next: Promise<string | null> | undefined;

  constructor(options: StatusLineOptions) {
    this.#options = options;
  }

  /** Never rejects: a command that fails or prints nothing gives an empty text. */
  read(): Promise<string | null> {
    if (this.#options.project.settings.current().statusLineCommand === undefined) return Promise.resolve(null);
    if (!this.#running) return this.#begin();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  dispose(): void {
    this.#closed.abort();
  }

  #begin(): Promise<string | null> {
    const run = this.#run().finally(() => (this.#running = undefined));
    this.#running = run;
    return run;
  }

  async #run(): Promise<string | null> {
    await this.#pause;
    const { project, shellEnv, hookEnvironment, current } = this.#options;
    const { signal } = this.#closed;
    const settings = project.settings.current();
    const command = settings.statusLineCommand;
    if (command === undefined || signal.aborted) return null;
    // It rejects when the session is closed.
    this.#pause = sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    const run = await runCommandHook({
      handler: { type: 'command', command },
      stdin: JSON.stringify(this.#input()),
      cwd: current.cwd,
      projectDir: project.projectDir,
      env: { ...programEnvironment(shellEnv, settings), ...hookEnvironment.variables, CLAUDE_PROJECT_DIR: project.projectDir },
      mark: randomUUID(),
      timeoutMs: LIMIT_MS,
      signal,
    });
    return run.type === 'exited' && run.exitCode === 0 ? firstLineOf(run.stdout) : '';
  }

  /** The fields of Claude Code that there is a value for. */
  #input(): Readonly<Record<string, unknown>> {
    const { project, current, view } = this.#options;
    const { sessionId, model, spending } = view();
    const { style } = project.settings.current();
    return {
      hook_event_name: 'Status',
      session_id: sessionId,
      cwd: current.cwd,
      model: { id: model, display_name: model },
      workspace: { current_dir: current.cwd, project_dir: project.projectDir },
      version: appVersion(),
      output_style: { name: style?.name ?? 'default' },
      cost: { total_cost_usd: spentUsd(spending) },
    };
  }
}

/** The first line that isn't empty, without colours and hidden characters. */
export function firstLineOf(output: string): string {
  const line = stripVTControlCharacters(output)
    .split(/\r?\n/u)
    .find((one) => one.trim() !== '');
  return shorten(printableLine((line ?? '').replaceAll('\t', ' ').trim()), MAX_CHARS);
}

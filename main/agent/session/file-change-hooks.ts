import { basename, isAbsolute, join } from 'node:path';
import { FileWatch, MAX_WATCHED_FILES } from '#main/hooks/file-watch.ts';
import type { HookVerdict } from '#main/hooks/combine.ts';
import type { HookRunner } from '#main/hooks/hook-runner.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';

interface FileChangeHooksOptions {
  readonly runner: HookRunner;
  readonly cwd: () => string;
  readonly ask: (
    event: HookEvent,
    about: { readonly matchOn: readonly string[]; readonly fields: Readonly<Record<string, unknown>> },
  ) => Promise<HookVerdict>;
}

/**
 * Calls FileChanged hooks. Their matchers are names of files in the working directory, separated by `|`; other hooks can add files with
 * `watchPaths`.
 */
export class FileChangeHooks {
  readonly #options: FileChangeHooksOptions;
  readonly #watch: FileWatch;
  #added: readonly string[] = [];

  constructor(options: FileChangeHooksOptions) {
    this.#options = options;
    this.#watch = new FileWatch({
      paths: () => this.#paths(),
      // It rejects only when the session can't be written, which halts it.
      onChange: (path, change) => void this.#changed(path, change).catch(() => undefined),
    });
  }

  /** Adds files that a hook wants to hear of. Relative paths start at the working directory. */
  add(paths: readonly string[]): void {
    const { cwd } = this.#options;
    const absolute = paths.map((path) => (isAbsolute(path) ? path : join(cwd(), path)));
    this.#added = [...new Set([...absolute, ...this.#added])].slice(0, MAX_WATCHED_FILES);
  }

  start(): void {
    this.#watch.start();
  }

  dispose(): void {
    this.#watch.dispose();
  }

  #paths(): readonly string[] {
    const { runner, cwd } = this.#options;
    const matchers = runner.matchers('FileChanged');
    if (matchers.length === 0) return [];
    const folder = cwd();
    const named = matchers
      .flatMap((matcher) => matcher.split('|'))
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== '*')
      .map((name) => (isAbsolute(name) ? name : join(folder, name)));
    return [...named, ...this.#added];
  }

  async #changed(path: string, event: string): Promise<void> {
    const { gives } = await this.#options.ask('FileChanged', { matchOn: [basename(path), path], fields: { file_path: path, event } });
    if (gives.watchPaths) this.add(gives.watchPaths);
  }
}

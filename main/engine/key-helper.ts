import { randomUUID } from 'node:crypto';
import { readVariable } from '#main/environment.ts';
import { runCommandHook } from '#main/hooks/command-hook.ts';
import type { HookRun } from '#main/hooks/hook.ts';
import type { KeySource } from '#main/model/key-source.ts';
import { ModelError } from '#main/model/model-error.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';

/** A password manager may wait for a person. */
const LIMIT_MS = 60_000;
/** Longer than any key. */
const MAX_CHARS = 8192;

export interface KeyHelperOptions {
  /** The current command line of `apiKeyHelper`. */
  readonly command: () => string | undefined;
  readonly homeDir: string;
  /** The user's environment, which the command gets without Gatehouse's own keys. */
  readonly userEnv: Promise<Readonly<Record<string, string>>>;
  /** For `CLAUDE_CODE_API_KEY_HELPER_TTL_MS`. */
  readonly env: NodeJS.ProcessEnv;
  readonly now?: (() => number) | undefined;
  readonly limitMs?: number | undefined;
}

interface Kept {
  readonly command: string;
  readonly key: string;
  readonly at: number;
}

/** The key that a command of the user's own or the managed settings prints. It is kept in memory only, and no message contains it. */
export class KeyHelper implements KeySource {
  readonly #options: KeyHelperOptions;
  readonly #closed = new AbortController();
  #kept: Kept | undefined;
  #running: { readonly command: string; readonly key: Promise<string> } | undefined;

  constructor(options: KeyHelperOptions) {
    this.#options = options;
  }

  get isSet(): boolean {
    return this.#options.command() !== undefined;
  }

  async key(refused?: string): Promise<string | undefined> {
    const command = this.#options.command();
    if (command === undefined) return undefined;
    const kept = this.#kept;
    const now = (this.#options.now ?? Date.now)();
    const isFresh = kept?.command === command && now - kept.at < readVariable(this.#options.env, 'CLAUDE_CODE_API_KEY_HELPER_TTL_MS');
    if (isFresh && kept.key !== refused) return kept.key;
    // Parallel requests share one run.
    if (this.#running?.command === command) return this.#running.key;
    const key = this.#run(command);
    this.#running = { command, key };
    try {
      this.#kept = { command, key: await key, at: (this.#options.now ?? Date.now)() };
      return this.#kept.key;
    } finally {
      this.#running = undefined;
    }
  }

  /** Ends the command if it is running. */
  dispose(): void {
    this.#closed.abort();
    this.#kept = undefined;
  }

  async #run(command: string): Promise<string> {
    const { homeDir, userEnv, limitMs = LIMIT_MS } = this.#options;
    const run = await runCommandHook({
      handler: { type: 'command', command },
      stdin: '',
      cwd: homeDir,
      projectDir: homeDir,
      env: programEnvironment(await userEnv, { env: {}, passKeys: [] }),
      mark: randomUUID(),
      timeoutMs: limitMs,
      signal: this.#closed.signal,
    });
    const key = run.type === 'exited' && run.exitCode === 0 ? run.stdout.trim() : '';
    if (key !== '' && key.length <= MAX_CHARS) return key;
    throw new ModelError(
      'auth',
      `There is no API key: the command of apiKeyHelper ${whyNot(run, key)}. Run it in a terminal, or enter a key.`,
    );
  }
}

/** Without its output, which may contain the key. */
function whyNot(run: HookRun, key: string): string {
  if (key !== '') return 'printed more than a key';
  if (run.type === 'exited') return run.exitCode === 0 ? 'printed nothing' : `failed (exit code ${run.exitCode})`;
  if (run.type === 'timed_out') return 'took too long and was ended';
  if (run.type === 'cancelled') return 'was stopped';
  return 'printed too much, or could not be started';
}

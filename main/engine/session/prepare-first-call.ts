import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '#main/log/logger.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { SessionLog } from '#main/session/log.ts';
import type { PtyHost } from '#main/terminal/pty/pty-host.ts';
import type { Tool } from '#main/tool/tool.ts';
import { loadUnusedChunks } from '#main/unused-chunks.ts';
import { canonicalToolName, type PermissionKind, toolKind } from '#shared/tool-table.ts';

const log = createLogger('session');
/** The request is on its way once a timer of this length is on time: what builds and sends it keeps the thread busy. */
const QUIET_MS = 20;
const LATE_MS = 5;
/** On a machine that is always late, what the first call needs is worth more than waiting. */
const MAX_WAITS = 5;
/** Calls that are decided without reading a command line. */
const WITHOUT_COMMANDS: ReadonlySet<PermissionKind> = new Set(['read', 'search', 'edit']);

export interface FirstCallOptions {
  readonly log: Pick<SessionLog, 'subscribe'>;
  readonly permissionEngine: PermissionEngine;
  readonly permissionContext: () => ToolPermissionContext;
  readonly ptys: Pick<PtyHost, 'warmUp'>;
  readonly tools: readonly Tool[];
  readonly projectDir: string;
}

/**
 * Does what the first call would wait for while the model works on the first answer: starts the process that holds terminals, loads the
 * shell grammar, compiles the tools' schemas, and loads what the program hasn't used yet. Later turns only make sure that the terminal process is there.
 */
export class FirstCallPreparation {
  readonly #options: FirstCallOptions;
  readonly #unsubscribe: () => void;
  #current = new AbortController();
  #isPrepared = false;

  constructor(options: FirstCallOptions) {
    this.#options = options;
    this.#unsubscribe = options.log.subscribe(({ type }) => {
      if (type !== 'request.started') return;
      this.#current.abort();
      this.#current = new AbortController();
      // The first call does the same and reports what fails.
      this.#begin(this.#current.signal).catch((error: unknown) => log.debug('The first call could not be prepared', error));
    });
  }

  /**
   * The model has begun a call of that tool. Nothing more is prepared, since it would delay the call; the next request continues. Resolves
   * when the call can be decided: only command lines need the shell grammar.
   */
  async callBegins(toolName: string): Promise<void> {
    this.#current.abort();
    const kind = toolKind(canonicalToolName(toolName));
    if (WITHOUT_COMMANDS.has(kind)) return;
    if (kind === 'shell') this.#options.ptys.warmUp();
    await this.#options.permissionEngine.ready();
  }

  stop(): void {
    this.#unsubscribe();
    this.#current.abort();
  }

  async #begin(stopped: AbortSignal): Promise<void> {
    await requestHasLeft();
    if (stopped.aborted) return;
    this.#options.ptys.warmUp();
    if (this.#isPrepared) return;
    this.#isPrepared = await prepare(this.#options, stopped);
  }
}

async function requestHasLeft(): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    const begun = performance.now();
    await sleep(QUIET_MS, undefined, { ref: false });
    if (performance.now() - begun < QUIET_MS + LATE_MS) return;
  }
}

/** `false` when it was stopped before its end. */
async function prepare(options: FirstCallOptions, stopped: AbortSignal): Promise<boolean> {
  const { permissionEngine, permissionContext, tools, projectDir } = options;
  await permissionEngine.ready();
  await yieldToEventLoop();
  if (stopped.aborted) return false;
  // The first line takes a hundred times as long to parse as the next.
  permissionEngine.isReadOnlyCommand('true', projectDir, permissionContext());
  for (const { inputSchema } of tools) {
    await yieldToEventLoop();
    if (stopped.aborted) return false;
    // Zod prepares a schema when it is first used.
    inputSchema.safeParse({});
  }
  return loadUnusedChunks(stopped);
}

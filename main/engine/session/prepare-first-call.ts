import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '#main/log/logger.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { SessionLog } from '#main/session/log.ts';
import type { PtyHost } from '#main/terminal/pty/pty-host.ts';
import type { Tool } from '#main/tool/tool.ts';

const log = createLogger('session');
/** The request is on its way once a timer of this length is on time: what builds and sends it keeps the thread busy. */
const QUIET_MS = 20;
const LATE_MS = 5;
/** On a machine that is always late, what the first call needs is worth more than waiting. */
const MAX_WAITS = 5;

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
 * shell grammar and compiles the tools' schemas. Later turns only make sure that the terminal process is there. Returns what stops it.
 */
export function prepareFirstCall(options: FirstCallOptions): () => void {
  let isPrepared = false;
  const stopped = new AbortController();
  const begin = async (): Promise<void> => {
    await requestHasLeft();
    if (stopped.signal.aborted) return;
    options.ptys.warmUp();
    if (isPrepared) return;
    isPrepared = true;
    await prepare(options, stopped.signal);
  };
  const unsubscribe = options.log.subscribe(({ type }) => {
    if (type !== 'request.started') return;
    // The first call does the same and reports what fails.
    begin().catch((error: unknown) => log.debug('The first call could not be prepared', error));
  });
  return () => {
    unsubscribe();
    stopped.abort();
  };
}

async function requestHasLeft(): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    const begun = performance.now();
    await sleep(QUIET_MS, undefined, { ref: false });
    if (performance.now() - begun < QUIET_MS + LATE_MS) return;
  }
}

async function prepare({ permissionEngine, permissionContext, tools, projectDir }: FirstCallOptions, stopped: AbortSignal): Promise<void> {
  await permissionEngine.ready();
  await yieldToEventLoop();
  if (stopped.aborted) return;
  // The first line takes a hundred times as long to parse as the next.
  permissionEngine.isReadOnlyCommand('true', projectDir, permissionContext());
  for (const { inputSchema } of tools) {
    await yieldToEventLoop();
    if (stopped.aborted) return;
    // Zod prepares a schema when it is first used.
    inputSchema.safeParse({});
  }
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createLogger } from '#main/log/logger.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { SessionLog } from '#main/session/log.ts';
import type { PtyHost } from '#main/terminal/pty/pty-host.ts';
import type { Tool } from '#main/tool/tool.ts';

const log = createLogger('session');
/** Lets the request leave first. */
const DELAY_MS = 20;

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
 * shell grammar and compiles the tools' schemas. Later turns only make sure that the terminal process is there.
 */
export function prepareFirstCall(options: FirstCallOptions): void {
  let isPrepared = false;
  options.log.subscribe(({ type }) => {
    if (type !== 'request.started') return;
    setTimeout(() => {
      options.ptys.warmUp();
      if (isPrepared) return;
      isPrepared = true;
      // The first call does the same and reports what fails.
      prepare(options).catch((error: unknown) => log.debug('The first call could not be prepared', error));
    }, DELAY_MS).unref();
  });
}

async function prepare({ permissionEngine, permissionContext, tools, projectDir }: FirstCallOptions): Promise<void> {
  await permissionEngine.ready();
  await yieldToEventLoop();
  // The first line takes a hundred times as long to parse as the next.
  permissionEngine.isReadOnlyCommand('true', projectDir, permissionContext());
  for (const { inputSchema } of tools) {
    await yieldToEventLoop();
    // Zod compiles a schema when it is first used.
    inputSchema.safeParse({});
  }
}

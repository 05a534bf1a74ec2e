import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { createLogger } from '#main/log/logger.ts';
import { type CallOptions, ServerError } from './connection.ts';
import { plainLine } from '../tools/plain-text.ts';

const log = createLogger('mcp');

const taskSchema = z.looseObject({
  taskId: z.string().min(1).max(1000),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  statusMessage: z.string().optional().catch(undefined),
  pollInterval: z.number().optional().catch(undefined),
});
type Task = z.output<typeof taskSchema>;

const createdSchema = z.looseObject({ task: taskSchema });
const anythingSchema = z.looseObject({});

/** The server may ask for a pause between two looks at a task, within these limits, in milliseconds. */
const [MIN_PAUSE_MS, DEFAULT_PAUSE_MS, MAX_PAUSE_MS] = [250, 1000, 10_000];
/** Limit on one look. */
const LOOK_MS = 30_000;

/** Whether a tool must be called as a task (revision 2025-11-25): the server answers at once, and the result is fetched later. */
export function needsTask(tool: Tool | undefined, client: Client): boolean {
  const takesTasks = client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;
  return takesTasks && tool?.execution?.taskSupport === 'required';
}

/** Calls a tool as a task and waits for its result. Ends the task when the call is aborted or takes too long. */
export async function callAsTask(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
  call: CallOptions,
): Promise<unknown> {
  const { signal, totalMs, idleMs, onProgress } = call;
  const ask = <T extends z.ZodType>(method: string, params: Record<string, unknown>, schema: T, timeout = LOOK_MS) =>
    client.request({ method, params }, schema, { signal, timeout });
  const task = { ttl: totalMs };
  let { task: state }: { task: Task } = await ask('tools/call', { name, arguments: { ...args }, task }, createdSchema);
  const { taskId } = state;
  const end = Date.now() + totalMs;
  let [changed, shown, looks] = [Date.now(), '', 0];
  try {
    while (state.status === 'working') {
      const message = plainLine(state.statusMessage ?? '');
      if (message !== shown) [shown, changed] = [message, Date.now()];
      onProgress({ progress: (looks += 1), ...(message !== '' && { message }) });
      if (Date.now() > Math.min(end, changed + idleMs)) throw new ServerError('timeout', 'The server didn’t finish the task in time.');
      const pause = state.pollInterval ?? DEFAULT_PAUSE_MS;
      await sleep(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pause)), undefined, { signal });
      state = await ask('tasks/get', { taskId }, taskSchema);
    }
    if (state.status === 'cancelled') throw new ServerError('answered', 'The server cancelled the task.');
    // Of a task that needs input, it is answered once the person has answered the server's questions, which come meanwhile.
    return await ask('tasks/result', { taskId }, anythingSchema, Math.max(LOOK_MS, Math.min(idleMs, end - Date.now())));
  } catch (error) {
    void client
      .request({ method: 'tasks/cancel', params: { taskId } }, anythingSchema, { timeout: LOOK_MS })
      .catch((failure: unknown) => log.debug('A task could not be cancelled', failure));
    throw error;
  }
}

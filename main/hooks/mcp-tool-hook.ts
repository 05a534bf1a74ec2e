import { errorMessage } from '#shared/error-message.ts';
import { isRecord } from '#shared/is-record.ts';
import type { HookHandlerSettings } from '#shared/settings/hook-settings.ts';
import { brokenRun, type HookRun, MAX_HOOK_OUTPUT_BYTES } from './hook.ts';
import type { HookHelpers } from './hook-helpers.ts';

interface McpToolHookRun {
  readonly handler: HookHandlerSettings;
  readonly helpers: HookHelpers;
  /** The event. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Calls a tool of an MCP server and treats its text as the output of a successful command. Never rejects. */
export async function runMcpToolHook({ handler, helpers, event, timeoutMs, signal }: McpToolHookRun): Promise<HookRun> {
  const { server = '', tool = '', input = {} } = handler;
  if (!helpers.callMcpTool) return brokenRun('there are no MCP servers here');
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const filled = filledIn(input, event);
    const given = isRecord(filled) ? filled : {};
    const { text, isError } = await helpers.callMcpTool({ server, tool, input: given, signal: AbortSignal.any([signal, timeout]) });
    if (Buffer.byteLength(text) > MAX_HOOK_OUTPUT_BYTES) return brokenRun('it answered with more than 4 MB');
    return isError
      ? { ...brokenRun('the tool reported an error'), stderr: text }
      : { type: 'exited', exitCode: 0, stdout: text, stderr: '' };
  } catch (error) {
    if (signal.aborted) return { type: 'cancelled' };
    if (timeout.aborted) return { type: 'timed_out', stdout: '', stderr: '' };
    return brokenRun(errorMessage(error));
  }
}

const WHOLE = /^\$\{([\w.]+)\}$/u;
const PLACEHOLDER = /\$\{([\w.]+)\}/gu;

/** Replaces `${path.into.event}` in all strings. A string that is only a placeholder becomes the value itself; a missing value is empty. */
export function filledIn(value: unknown, event: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, event));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, event)]));
  if (typeof value !== 'string') return value;
  const whole = WHOLE.exec(value)?.[1];
  if (whole !== undefined) return valueAt(whole, event) ?? '';
  return value.replace(PLACEHOLDER, (_all, path: string) => asText(valueAt(path, event)));
}

function valueAt(path: string, event: Readonly<Record<string, unknown>>): unknown {
  let at: unknown = event;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Array.isArray(at) ? at[Number(name)] : isRecord(at) ? at[name] : undefined;
  }
  return at;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

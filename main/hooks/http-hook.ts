import type { HookConfig } from '#shared/settings/hook-config.ts';
import type { HookHandlerSettings } from '#shared/settings/hook-settings.ts';
import { meansAddress } from '#shared/settings/address-pattern.ts';
import { headerProblem } from '#shared/settings/header-values.ts';
import { brokenRun, type HookRun, MAX_HOOK_OUTPUT_BYTES } from './hook.ts';

export interface HttpHookRun {
  readonly handler: HookHandlerSettings;
  readonly body: string;
  readonly limits: Pick<HookConfig, 'allowedHttpUrls' | 'httpEnvVars'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Uses the proxy, if one is set. */
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Posts the event to a URL and reads the response. Redirects aren't followed: they could bypass the allow list. Never rejects. */
export async function runHttpHook({ handler, body, limits, env, fetch, timeoutMs, signal }: HttpHookRun): Promise<HookRun> {
  const address = addressOf(handler.url ?? '', limits.allowedHttpUrls);
  if ('why' in address) return brokenRun(address.why);
  const headers = headersOf(handler, limits.httpEnvVars, env);
  const problem = headerProblem(headers);
  if (problem !== undefined) return brokenRun(problem);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await readBounded(response);
    return text === undefined ? brokenRun('it answered with more than 4 MB') : { type: 'answered', status: response.status, body: text };
  } catch (error) {
    if (signal.aborted) return { type: 'cancelled' };
    if (timeout.aborted) return { type: 'timed_out', stdout: '', stderr: '' };
    return brokenRun(`it could not be reached: ${reasonOf(error)}`);
  }
}

function addressOf(text: string, allowed: readonly string[] | undefined): { readonly url: URL } | { readonly why: string } {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { why: 'its address is no http or https URL' };
  if (url.username !== '' || url.password !== '') return { why: 'its address holds a name or password, which belong into a header' };
  if (allowed && !allowed.some((pattern) => meansAddress(pattern, url))) {
    return { why: 'its address isn’t on the list allowedHttpHookUrls' };
  }
  return { url };
}

/** Replaces `$NAME` and `${NAME}` in a header by the variable if it is listed, else by nothing. */
function headersOf(
  { headers = {}, allowedEnvVars = [] }: HookHandlerSettings,
  limit: readonly string[] | undefined,
  env: HttpHookRun['env'],
): Record<string, string> {
  const allowed = new Set(allowedEnvVars.filter((name) => limit?.includes(name) ?? true));
  const filled = (value: string): string =>
    value.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/gu, (_all, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? '';
      return allowed.has(name) ? (env[name] ?? '') : '';
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), filled(value)]));
}

/** `undefined`: larger than the limit. */
async function readBounded(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: ReadableStream<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_HOOK_OUTPUT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

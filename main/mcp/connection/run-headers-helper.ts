import { z } from 'zod';
import { parseJson } from '#shared/json-limits.ts';
import { headerProblem } from '#shared/settings/header-values.ts';
import { ServerError } from './connection.ts';

/** Runs a command of an entry without a terminal, limited in time and output. `why` holds nothing that it printed. */
export type RunCommand = (run: {
  readonly command: string;
  /** The environment of the server's programs. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}) => Promise<{ readonly stdout: string } | { readonly why: string }>;

const MAX_HEADERS = 100;
const headersSchema = z.record(z.string(), z.string().max(32_768)).refine((headers) => Object.keys(headers).length <= MAX_HEADERS);

export interface HeadersHelper {
  readonly command: string;
  readonly server: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: RunCommand;
  readonly signal: AbortSignal;
}

/** The headers that the command of an entry prints (`headersHelper`). @throws ServerError without anything it printed, which may be secret. */
export async function runHeadersHelper({ command, server, url, env, run, signal }: HeadersHelper): Promise<Record<string, string>> {
  const fail = (why: string): never => {
    throw new ServerError('answered', `Its headersHelper ${why}. Run it in a terminal to see more.`);
  };
  const named = { CLAUDE_CODE_MCP_SERVER_NAME: server, CLAUDE_CODE_MCP_SERVER_URL: url };
  const result = await run({ command, env: { ...env, ...named }, signal });
  if ('why' in result) return fail(result.why);
  let value: unknown;
  try {
    value = parseJson(result.stdout);
  } catch {
    // The error may quote a secret.
    return fail('didn’t print JSON');
  }
  const parsed = headersSchema.safeParse(value);
  if (!parsed.success) return fail('printed JSON that isn’t an object of texts: {"Name": "value"}');
  const problem = headerProblem(parsed.data);
  return problem === undefined ? parsed.data : fail(`printed headers that can’t be sent: ${problem}`);
}

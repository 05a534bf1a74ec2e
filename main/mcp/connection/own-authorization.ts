import type { RemoteTarget } from '../servers/server-entry.ts';
import { ServerError } from './connection.ts';
import { type RunCommand, runHeadersHelper } from './run-headers-helper.ts';
import type { ServerAuthorization } from './server-authorization.ts';

/** Whether the entry has its own authorization, so that nobody has to sign in. */
export function hasOwnAuthorization({ headers, headersHelper }: RemoteTarget): boolean {
  return headersHelper !== undefined || Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

interface OwnAuthorization {
  readonly name: string;
  readonly target: RemoteTarget;
  readonly env: Readonly<Record<string, string>>;
  readonly run: RunCommand;
  /** Ends the helper. */
  readonly signal: AbortSignal;
}

/** For such an entry. Its helper runs for each connection, and once more when the server refuses what it printed. @throws ServerError */
export async function ownAuthorization({ name, target, env, run, signal }: OwnAuthorization): Promise<ServerAuthorization> {
  const { headersHelper: command, url } = target;
  const help = async (): Promise<Record<string, string>> =>
    command === undefined ? {} : runHeadersHelper({ command, server: name, url, env, run, signal });
  let headers = await help();
  return {
    headers: () => headers,
    token: () => Promise.resolve(undefined),
    refused: async () => {
      const before = JSON.stringify(headers);
      headers = await help();
      if (JSON.stringify(headers) !== before) return;
      const whose = command === undefined ? 'the headers of its entry' : 'what its headersHelper prints';
      throw new ServerError('answered', `The server refuses ${whose} (HTTP 401).`);
    },
    wantsMore: () => undefined,
  };
}

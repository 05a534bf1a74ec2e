import { ModelError } from './model-error.ts';
import { StallError } from './watch-body.ts';

/** A request that got no answer, or whose answer broke off, put into words. `started` = the answer had begun. */
export function connectionError(error: unknown, baseUrl: string, started: boolean): ModelError {
  if (error instanceof SyntaxError) return malformedError(baseUrl, 'a line that is no JSON', { cause: error });
  if (error instanceof StallError) {
    const seconds = Math.max(1, Math.round(error.silentMs / 1000));
    return new ModelError('stalled', `${baseUrl} stopped in the middle of the answer: nothing came for ${seconds} s. Try again.`, {
      cause: error,
    });
  }
  if (started) {
    return new ModelError('lost', `The connection to ${baseUrl} broke off in the middle of the answer. Try again.`, { cause: error });
  }
  return new ModelError('unreachable', unreachable(codeOf(error), baseUrl), { cause: error });
}

export function malformedError(baseUrl: string, what: string, details: { cause?: unknown; cannotStream?: boolean } = {}): ModelError {
  return new ModelError(
    'malformed',
    `${baseUrl} answered with ${what}, so the answer can't be used. Check that the address is that of a Messages API, then try again.`,
    details,
  );
}

function unreachable(code: string | undefined, baseUrl: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing answers at ${baseUrl}. Check that the server runs and that the address is right.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no server named in ${baseUrl}, or no network. Check the address and the connection.`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `${baseUrl} took too long to answer. Check the connection and the server, then try again.`;
    case 'ERR_INVALID_URL':
      return `“${baseUrl}” is no address. It starts with http:// or https://.`;
    default:
      return code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
        ? `The certificate of ${baseUrl} isn't trusted (${code}). Behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate file and start again.`
        : `${baseUrl} can't be reached${code === undefined ? '' : ` (${code})`}. Check the address, the connection and the proxy settings.`;
  }
}

/** The first `code` down the chain of causes: fetch hides the real one. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = nextCause(at), depth += 1) {
    if ('code' in at && typeof at.code === 'string' && at.code !== '') return at.code;
  }
  return undefined;
}

function nextCause(error: Error): unknown {
  if (error.cause !== undefined) return error.cause;
  return error instanceof AggregateError ? error.errors[0] : undefined;
}

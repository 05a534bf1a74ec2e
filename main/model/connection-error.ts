import { UnusableBodyError } from '#main/net/body-limits.ts';
import { RedirectError } from '#main/net/same-origin.ts';
import { ModelError, type CannotStream } from './model-error.ts';
import { StallError, TooSlowError } from './watch-body.ts';

/** Error for a request without a response, or whose response was cut off. `started`: the response had started. */
export function connectionError(error: unknown, baseUrl: string, started: boolean): ModelError {
  const causes = [...causesOf(error)];
  const redirect = causes.find((cause) => cause instanceof RedirectError);
  if (redirect) {
    const advice = 'If you trust that server, enter its address (ANTHROPIC_BASE_URL).';
    return new ModelError('bad_request', `${baseUrl} is not where its responses come from. ${redirect.message} ${advice}`, {
      cause: error,
    });
  }
  const unusable = causes.find((cause) => cause instanceof UnusableBodyError);
  if (unusable) return malformedError(baseUrl, unusable.message, { cause: error });
  if (error instanceof SyntaxError) return malformedError(baseUrl, 'a line that isn’t valid JSON', { cause: error });
  if (error instanceof StallError) {
    const seconds = Math.max(1, Math.round(error.silentMs / 1000));
    return new ModelError('stalled', `${baseUrl} stopped in the middle of the response: nothing came for ${seconds} s. Try again.`, {
      cause: error,
    });
  }
  if (error instanceof TooSlowError) {
    const minutes = Math.max(1, Math.round(error.totalMs / 60_000));
    return new ModelError(
      'too_slow',
      `${baseUrl} had not finished its response after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Check the server, then try again. If it needs longer, set CLAUDE_STREAM_TOTAL_TIMEOUT_MS.`,
      { cause: error },
    );
  }
  if (started) {
    return new ModelError('lost', `The connection to ${baseUrl} was lost in the middle of the response. Try again.`, { cause: error });
  }
  return new ModelError('unreachable', unreachable(codeOf(error), baseUrl), { cause: error });
}

export function malformedError(baseUrl: string, what: string, details: { cause?: unknown; cannotStream?: CannotStream } = {}): ModelError {
  return new ModelError(
    'malformed',
    `${baseUrl} answered with ${what}, so the response can’t be used. Check that the address is that of a Messages API, then try again.`,
    details,
  );
}

function unreachable(code: string | undefined, baseUrl: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing answers at ${baseUrl}. Check that the server runs and that the address is right.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The server of ${baseUrl} was not found, or there is no network. Check the address and the connection.`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `${baseUrl} took too long to answer. Check the connection and the server, then try again.`;
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return `${baseUrl} answered with more headers than any server needs. Check that the address is that of a Messages API.`;
    case 'ERR_INVALID_URL':
    case 'ERR_INVALID_PROTOCOL':
      return `“${baseUrl}” isn’t a server address. Start with http:// or https://.`;
    default:
      return code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
        ? `The certificate of ${baseUrl} isn’t trusted (${code}). Behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate file and start again.`
        : `${baseUrl} can’t be reached${code === undefined ? '' : ` (${code})`}. Check the address, the connection and the proxy settings.`;
  }
}

/** The first `code` in the chain of causes: fetch wraps the real error. */
function codeOf(error: unknown): string | undefined {
  for (const cause of causesOf(error)) if ('code' in cause && typeof cause.code === 'string' && cause.code !== '') return cause.code;
  return undefined;
}

/** An error and its causes. */
function* causesOf(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = nextCause(at), depth += 1) yield at;
}

function nextCause(error: Error): unknown {
  if (error.cause !== undefined) return error.cause;
  return error instanceof AggregateError ? error.errors[0] : undefined;
}

import { InsufficientScopeError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { errorMessage } from '#shared/error-message.ts';
import { ServerError } from './connection.ts';
import { MAX_PAGES } from './limits.ts';
import { plainLine, plainText } from '../tools/plain-text.ts';

const MAX_MESSAGE_BYTES = 4096;

/** Converts an error of the SDK. `lost`: why the connection ended, if it did. */
export function serverErrorOf(error: unknown, lost: string | undefined): ServerError {
  if (error instanceof ServerError) return error;
  const options = { cause: error };
  const text = plainText(errorMessage(error), MAX_MESSAGE_BYTES);
  if (UnauthorizedError.isInstance(error) || (SdkHttpError.isInstance(error) && error.status === 401)) {
    return new ServerError('sign_in', 'The server refuses what it is sent to show who you are (HTTP 401).', options);
  }
  if (InsufficientScopeError.isInstance(error)) {
    const scope = plainLine(error.requiredScope ?? '', 300);
    const further = scope === '' ? 'further permissions' : `further permissions (${scope})`;
    return new ServerError(
      'answered',
      `The server wants ${further}. A person can grant them with “Sign in again” in the list of servers.`,
      options,
    );
  }
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout)
    return new ServerError('timeout', 'The server didn’t answer in time.', options);
  if (lost !== undefined)
    return new ServerError('lost', `The server’s connection is gone: ${plainText(lost, MAX_MESSAGE_BYTES)}.`, options);
  const unreachable = networkCause(error);
  if (unreachable !== undefined) return new ServerError('lost', `The server can’t be reached: ${plainLine(unreachable, 300)}`, options);
  if (SdkError.isInstance(error)) {
    if (error.code === SdkErrorCode.InvalidResult)
      return new ServerError('answered', `The server’s answer isn’t as MCP wants it: ${plainLine(text, 300)}`, options);
    if (error.code === SdkErrorCode.ListPaginationExceeded)
      return new ServerError('answered', `The server’s list has no end: it was given up after ${MAX_PAGES} pages.`, options);
    const isGone = [SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected, SdkErrorCode.SendFailed].includes(error.code);
    // The server no longer knows the session, for example after a restart.
    if (isGone || (SdkHttpError.isInstance(error) && error.status === 404))
      return new ServerError('lost', `The server’s connection is gone: ${text}`, options);
    return new ServerError('answered', text, options);
  }
  return new ServerError('answered', text, options);
}

/** Whether the server closed the connection when asked whether it supports the newest revision. */
export function endedOverNewest(error: unknown): boolean {
  return (
    error instanceof ServerError &&
    error.kind === 'lost' &&
    SdkError.isInstance(error.cause) &&
    error.cause.code === SdkErrorCode.EraNegotiationFailed
  );
}

/** The network error at the root of a failed `fetch`; `undefined` when it isn't one. */
function networkCause(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if (error instanceof TypeError && /fetch failed|terminated/u.test(error.message))
    return error.cause instanceof Error ? error.cause.message || error.message : error.message;
  const inner: unknown =
    SdkError.isInstance(error) && typeof error.data === 'object' && error.data !== null ? Reflect.get(error.data, 'cause') : undefined;
  return (
    networkCause(error.cause, depth + 1) ??
    networkCause(inner, depth + 1) ??
    (/fetch failed/u.test(error.message) ? error.message : undefined)
  );
}

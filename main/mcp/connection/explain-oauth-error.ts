import { IssuerMismatchError, OAuthError, RegistrationRejectedError } from '@modelcontextprotocol/client';
import { SignInError } from './sign-in-error.ts';

/** Work of the SDK’s OAuth functions. @throws SignInError */
export async function explaining<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explained(error);
  }
}

/** Of what a server sent, only an error code is repeated: the rest may contain a secret. */
export function explained(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (OAuthError.isInstance(error)) return new SignInError(oauthReason(error.code));
  if (RegistrationRejectedError.isInstance(error))
    return new SignInError(`The server that signs you in refused to register Gatehouse (HTTP ${error.status}).`);
  if (IssuerMismatchError.isInstance(error))
    return new SignInError('The server that answered isn’t the one it says it is (its issuer differs). Nothing was sent to it.');
  return new SignInError('The server that signs you in gave an answer that isn’t as OAuth defines it.');
}

function oauthReason(code: string): string {
  if (code === 'access_denied') return 'You, or the server, refused on the page.';
  return /^[a-z_]{1,60}$/u.test(code)
    ? `The server that signs you in refused: ${code}.`
    : 'The server that signs you in refused, without a reason that can be shown.';
}

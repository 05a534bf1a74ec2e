/**
 * Signing in failed, or isn't possible; the message is for people. It is a `TypeError`, like those of `fetch`: the SDK would take any other
 * error while it looks for metadata for "there is none" and try elsewhere.
 */
export class SignInError extends TypeError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignInError';
  }
}

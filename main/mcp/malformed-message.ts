/** What the SDK found wrong with a message of a stream, in words that go behind “it sent”; `undefined` for any other error. */
export function malformedMessage(error: Error): string | undefined {
  if (error instanceof SyntaxError) return `a message that isn’t JSON (${error.message})`;
  // The SDK brings its own zod.
  return error.name === 'ZodError' || error.name === '$ZodError' ? 'a message that isn’t JSON-RPC' : undefined;
}

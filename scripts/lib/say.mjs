/** Progress for people. Always stderr, since stdout belongs to the command being set up. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Progress for people. Always standard error: standard output belongs to the command being set up. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

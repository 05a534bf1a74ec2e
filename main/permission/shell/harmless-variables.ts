/** Variables that only change presentation, so that setting one doesn't change what a command does. */
const NAMES: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'LANG',
  'LANGUAGE',
  'TZ',
  'NO_COLOR',
  'FORCE_COLOR',
  'CLICOLOR',
  'CLICOLOR_FORCE',
  'TERM',
  'COLORTERM',
  'COLUMNS',
  'LINES',
  'RUST_BACKTRACE',
  'PYTHONUNBUFFERED',
  'PYTHONDONTWRITEBYTECODE',
  'GO111MODULE',
  'GOOS',
  'GOARCH',
  'CGO_ENABLED',
]);

export function isHarmlessVariable(name: string): boolean {
  return NAMES.has(name) || /^LC_[A-Z]+$/u.test(name);
}

/** Some of them may name a file as well: a message catalogue, a time zone, a terminal description. */
export function namesNoFile(value: string): boolean {
  return !/^:?\/|(?:^|[/:])\.\.?\//u.test(value);
}

/**
 * Lower-case names that the shell or common programs obey: proxies (curl, wget, git), npm's configuration, bash's own (`histchars`,
 * `auto_resume`), prompts and module paths of zsh and similar shells.
 */
const OBEYED =
  /^(?:\w*_proxy|npm_\w+|histchars|auto_resume|path|cdpath|fpath|manpath|module_path|prompt|psvar|watch|fignore|mailpath|ifs|home)$/u;

/** Upper-case names common in scripts that no program is known to read. */
const SCRIPT_NAMES = new Set(
  [
    'FILE FILES DIR DIRS NAME NAMES ID IDS URL PORT COUNT LINE LINES_READ ITEM KEY NUM RESULT RESULTS OUT PID PR BRANCH BRANCHES COMMIT',
    'COMMITS SHA HASH TAG TOTAL SUM SIZE VALUE TITLE TEXT MSG MESSAGE BODY RESP RESPONSE STATUS LATEST FIRST ROOT DB',
    'SESSION SESSION_ID',
  ].flatMap((line) => line.split(' ')),
);

/** `TODO_COUNT`; but `GIT_CONFIG_COUNT` is the number of settings git reads from the environment. */
const COUNTS = /^(?!GIT_|BASH_|LD_|DYLD_)[A-Z]+(?:_[A-Z]+)*_(?:COUNT|TOTAL)$/u;

/**
 * Whether setting a variable has no meaning to the shell or any program: lower-case names, since by convention those of the environment are
 * upper case (POSIX, “Environment Variables”), single letters, and a few that scripts use. Anything else may be `PATH`, `LD_PRELOAD`,
 * `GIT_DIR` and the like.
 */
export function isOrdinaryVariable(name: string): boolean {
  if (SCRIPT_NAMES.has(name) || COUNTS.test(name) || /^[A-Z]$/u.test(name)) return true;
  return /^[a-z][a-z0-9_]*$/u.test(name) && !OBEYED.test(name);
}

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

/**
 * Lower-case names that the shell or common programs obey: proxies (curl, wget, git), npm's configuration, bash's own (`histchars`,
 * `auto_resume`), the prompt and the module path of zsh and its kin.
 */
const OBEYED =
  /^(?:\w*_proxy|npm_\w+|histchars|auto_resume|path|cdpath|fpath|manpath|module_path|prompt|psvar|watch|fignore|mailpath|ifs|home)$/u;

/** Upper-case names that a script keeps its own values in, and no program is known to read. */
const SCRIPT_NAMES = new Set(
  [
    'FILE FILES DIR DIRS NAME NAMES ID IDS URL PORT COUNT LINE LINES_READ ITEM KEY NUM RESULT RESULTS OUT PID PR BRANCH BRANCHES COMMIT',
    'COMMITS SHA HASH TAG TOTAL SUM SIZE VALUE TITLE TEXT MSG MESSAGE BODY RESP RESPONSE STATUS LATEST FIRST ROOT DB',
    'SESSION SESSION_ID',
  ].flatMap((line) => line.split(' ')),
);

/** `TODO_COUNT`; `GIT_CONFIG_COUNT` says how many settings git takes from the environment. */
const COUNTS = /^(?!GIT_|BASH_|LD_|DYLD_)[A-Z]+(?:_[A-Z]+)*_(?:COUNT|TOTAL)$/u;

/**
 * Whether setting a variable means nothing to the shell or to any program: names in lower case, by the convention that those of the
 * environment are in upper case (POSIX, “Environment Variables”), single letters, and a few that scripts use. Anything else may be `PATH`,
 * `LD_PRELOAD`, `GIT_DIR` and the like.
 */
export function isOrdinaryVariable(name: string): boolean {
  if (SCRIPT_NAMES.has(name) || COUNTS.test(name) || /^[A-Z]$/u.test(name)) return true;
  return /^[a-z][a-z0-9_]*$/u.test(name) && !OBEYED.test(name);
}

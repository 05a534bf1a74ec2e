import { isHarmlessVariable } from '../harmless-variables.ts';
import type { Word } from '../parse/word.ts';

/** Variables from which shells, linkers, interpreters and build tools take programs, options or search paths (their manuals). */
export const NAMES_WHAT_RUNS: readonly RegExp[] = [
  /^(?:LD|DYLD|GIT|JAVA|JDK|MAVEN|GRADLE|SBT|CARGO|RUSTUP|npm_config|NPM_CONFIG|YARN|PNPM|BUN|FZF|OPENSSL|DOCKER|CMAKE|GEM|BUNDLE|COMPOSER|PHP|R|JULIA|LUA|GUILE|ERL|ELIXIR|MIX|SSH|SUDO|RSYNC|TAR|TMUX|UV|PIP|TF)_\w+$/u,
  /^(?:PYTHON|PYTEST|PERL|RUBY|BASH|ZDOT|LESS|RUSTC|MAKE|GNUMAKE|TERMINFO)\w*$/u,
  /^NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE)$/u,
  /^GO(?:FLAGS|PATH|ROOT|BIN|ENV|PROXY|TOOLCHAIN|WORK|GCCFLAGS|SUMDB|NOSUMDB|PRIVATE|INSECURE)$/u,
  /^(?:PATH|CDPATH|ENV|IFS|PS[0-4]|CC|CXX|CPP|FC|AR|AS|LD|NM|RANLIB|STRIP|RM|CP|MV|INSTALL|_JAVA_OPTIONS|TERMINAL|EXINIT|VIMINIT|INPUTRC|MANPATH|LOCPATH|NLSPATH|GCONV_PATH|HISTFILE|FPATH|FCEDIT|JAVACMD)$/u,
  /(?:PAGER|EDITOR|VISUAL|BROWSER|SHELL|COMMAND|_CMD|ASKPASS|WRAPPER|LAUNCHER|OPTS|OPTIONS|FLAGS)$/u,
];

/** Where programs find their settings, which may name other programs. */
const SETTINGS = /^(?:HOME|XDG_CONFIG_(?:HOME|DIRS))$/u;

/** Exceptions that only hold a number, a colour or the like. */
const TAME =
  /^(?:GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|DOCKER_BUILDKIT|NODE_TLS_REJECT_UNAUTHORIZED|CARGO_TERM_\w+|CARGO_INCREMENTAL|RUST_\w+|PYTHONUTF8|PYTHONHASHSEED|GO(?:OS|ARCH|MAXPROCS))$/u;

/** The shell evaluates their values as arithmetic, including subscripts and their command substitutions (`declare -i -p`). */
const INTEGERS: ReadonlySet<string> = new Set(['BASHPID', 'HISTCMD', 'LINENO', 'OPTIND', 'RANDOM', 'SECONDS', 'SRANDOM']);

/** Values of a pager or an editor that have no effect. */
const DOES_NOTHING = /^(?:|:|true|cat|less|never|always|\d+)$/u;

/** Whether setting a variable, for one program or all later ones, may change which programs run. */
export function namesWhatRuns(name: string, value: Word, program?: string): boolean {
  const known = value.value !== null && !value.expands;
  if (known && (isHarmlessVariable(name) || TAME.test(name))) return false;
  if (INTEGERS.has(name)) return !known || !/^\d*$/u.test(value.value);
  // For other programs an empty home folder is a common, legitimate setting.
  if (SETTINGS.test(name)) return program === undefined || program === 'git';
  if (!NAMES_WHAT_RUNS.some((pattern) => pattern.test(name))) return false;
  return !known || !/(?:PAGER|EDITOR|VISUAL)$/u.test(name) || !DOES_NOTHING.test(value.value);
}

/** `NAME=value` as a word of `export`, `make` and the like; undefined for any other word. */
export function assignmentIn(word: Word): { readonly name: string; readonly value: string } | undefined {
  const found = /^([A-Za-z_.]\w*)\s*[:?+]?=(.*)$/su.exec(word.value ?? '');
  return found === null ? undefined : { name: found[1] ?? '', value: found[2] ?? '' };
}

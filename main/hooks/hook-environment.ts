import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** Limits on one file, in characters, and on the number of variables per session. */
const MAX_ENV_FILE_CHARS = 65_536;
const MAX_VARIABLES = 200;
/** Limit on all variables together, in characters: beyond the system's limit no command, and so no guard, could start. */
const MAX_TOTAL_CHARS = 65_536;

/** Variables that change which program a command name runs, what programs load, or how this app behaves. */
const REFUSED =
  /^(?:(?:LD|DYLD|BASH|GIT|GATEHOUSE|CLAUDE)_.*|ENV|IFS|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|CDPATH|GLOBIGNORE|HOME|SHELL|XDG_CONFIG_(?:HOME|DIRS)|GCONV_PATH|LOCPATH|RIPGREP_CONFIG_PATH|LESSOPEN|LESSCLOSE|.*PAGER)$/u;

/**
 * Variables that hooks write to `CLAUDE_ENV_FILE` for later commands. The file is parsed as a list of assignments and never run:
 * anything a shell would have to evaluate (substitutions, conditions) is skipped and reported. In `PATH`, folders of the project come
 * last, so that a repository's file can't shadow a system program.
 */
export class HookEnvironment {
  readonly #projectDir: string;
  readonly #isTrusted: () => boolean;
  readonly #user = new Map<string, string>();
  readonly #repository = new Map<string, string>();

  /** `isTrusted`: whether the repository’s hooks currently count. */
  constructor(projectDir: string, isTrusted: () => boolean) {
    this.#projectDir = projectDir;
    this.#isTrusted = isTrusted;
  }

  /** The variables in effect. Those that a repository's hook has set don't count while its folder isn't trusted. */
  get variables(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#counting());
  }

  #counting(): Map<string, string> {
    return new Map(this.#isTrusted() ? [...this.#user, ...this.#repository] : this.#user);
  }

  /** Imports the assignments in a hook's file. Returns a short description of each skipped one. */
  take(
    text: string,
    env: Readonly<Record<string, string | undefined>>,
    { fromRepository }: { readonly fromRepository: boolean },
  ): string[] {
    const left: string[] = [];
    if (text.length > MAX_ENV_FILE_CHARS) return [`all of it: it is longer than ${MAX_ENV_FILE_CHARS} characters`];
    for (const line of text.split('\n')) {
      if (/^\s*(?:#.*)?$/u.test(line)) continue;
      let charsLeft = MAX_TOTAL_CHARS;
      let isFromRepository = fromRepository;
      const assigned = readAssignment(line, (name) => {
        const value = this.#counting().get(name) ?? env[name] ?? '';
        isFromRepository ||= this.#repository.has(name);
        charsLeft -= value.length;
        return charsLeft < 0 ? '' : value;
      });
      if (!assigned) {
        left.push(`“${line.trim().slice(0, 60).toWellFormed()}”: it is no plain assignment`);
        continue;
      }
      const { name, value } = assigned;
      const refusal = charsLeft < 0 ? 'it is too long' : this.#whyNot(name, value);
      if (refusal === undefined) this.#set(name, name === 'PATH' ? this.#projectLast(value) : value, isFromRepository);
      else left.push(`${name}: ${refusal}`);
    }
    return left;
  }

  #set(name: string, value: string, isFromRepository: boolean): void {
    if (!isFromRepository) this.#repository.delete(name);
    (isFromRepository ? this.#repository : this.#user).set(name, value);
  }

  #whyNot(name: string, value: string): string | undefined {
    if (REFUSED.test(name)) return 'hooks may not set it';
    if (value.includes('\0')) return 'it holds a NUL character';
    const variables = this.#counting();
    if (variables.size >= MAX_VARIABLES && !variables.has(name)) return 'there are too many';
    let total = value.length;
    for (const [other, held] of variables) if (other !== name) total += held.length;
    return total > MAX_TOTAL_CHARS ? 'it is too long' : undefined;
  }

  #projectLast(path: string): string {
    const folders = path.split(':');
    const own = (folder: string): boolean => {
      if (!isAbsolute(folder)) return true;
      const way = relative(this.#projectDir, folder);
      return way !== '..' && !way.startsWith(`..${sep}`);
    };
    return [...folders.filter((folder) => !own(folder)), ...folders.filter(own)].join(':');
  }
}

const ASSIGNMENT = /^\s*(?:(?:export|declare\s+-x|typeset\s+-x)\s+)?([A-Za-z_][A-Za-z0-9_]*)=/u;
/** Plain characters, an escape, single quotes, double quotes, or a variable. */
const PIECE = /([^\s'"`$\\;&|<>(){}#*?~[\]!]+)|\\([^\n])|'([^']*)'|"((?:[^"\\`]|\\[^\n])*)"|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/uy;

function readAssignment(line: string, valueOf: (name: string) => string): { readonly name: string; readonly value: string } | undefined {
  const start = ASSIGNMENT.exec(line);
  if (!start) return undefined;
  let value = '';
  let at = start[0].length;
  while (at < line.length) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(line);
    if (!piece) break;
    const [whole, plain, escaped, single, double, bare, braced] = piece;
    const inner = double === undefined ? undefined : unquote(double, valueOf);
    if (double !== undefined && inner === undefined) return undefined;
    const variable = bare ?? braced;
    value += plain ?? escaped ?? single ?? inner ?? (variable === undefined ? '' : valueOf(variable));
    at += whole.length;
  }
  return /^\s*(?:\s#.*)?$/u.test(line.slice(at)) ? { name: start[1] ?? '', value } : undefined;
}

/** `undefined`: evaluating it would need a shell. */
function unquote(text: string, valueOf: (name: string) => string): string | undefined {
  let understood = true;
  const value = text.replace(/\\(["\\$`])|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})|\$/gu, (_whole, escaped, bare, braced) => {
    if (typeof escaped === 'string') return escaped;
    const name: unknown = bare ?? braced;
    if (typeof name === 'string') return valueOf(name);
    understood = false;
    return '';
  });
  return understood ? value : undefined;
}

/** Reads the file, up to slightly more than the limit, and removes it. `undefined`: missing or not a regular file. */
export async function readEnvFile(path: string): Promise<string | undefined> {
  try {
    // Reject links, and don't block on a pipe.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0));
    try {
      if (!(await file.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_ENV_FILE_CHARS * 2), 0, MAX_ENV_FILE_CHARS * 2, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // The hook wrote no file, or one that may not be read.
    return undefined;
  } finally {
    // It is in the session's folder and is removed with it.
    await rm(path, { force: true, recursive: true }).catch(() => undefined);
  }
}

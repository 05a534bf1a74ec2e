import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** Characters of one file, and variables that a session takes over. */
const MAX_ENV_FILE_CHARS = 65_536;
const MAX_VARIABLES = 200;
/** Characters of all together: with more than a system has room for no command would start any more, no guard either. */
const MAX_TOTAL_CHARS = 65_536;

/** They change which program a harmless-looking command is, what it loads, or what this program does. */
const REFUSED =
  /^(?:(?:LD|DYLD|BASH|GIT|GATEHOUSE|CLAUDE)_.*|ENV|IFS|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|CDPATH|GLOBIGNORE|HOME|SHELL|XDG_CONFIG_(?:HOME|DIRS)|GCONV_PATH|LOCPATH|RIPGREP_CONFIG_PATH|LESSOPEN|LESSCLOSE|.*PAGER)$/u;

/**
 * Variables that hooks leave in `CLAUDE_ENV_FILE` for later commands. The file is read as a list of assignments and never run: what
 * a shell would have to work out (substitutions, conditions) is left out and said. In a `PATH`, folders of the project come
 * last, so that no file of a repository passes for a program of the system.
 */
export class HookEnvironment {
  readonly #projectDir: string;
  readonly #variables = new Map<string, string>();

  constructor(projectDir: string) {
    this.#projectDir = projectDir;
  }

  get variables(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#variables);
  }

  /** Takes over what a file says. Returns what was left out, a short description each. */
  take(text: string, env: Readonly<Record<string, string | undefined>>): string[] {
    const left: string[] = [];
    if (text.length > MAX_ENV_FILE_CHARS) return [`all of it: it is longer than ${MAX_ENV_FILE_CHARS} characters`];
    for (const line of text.split('\n')) {
      if (/^\s*(?:#.*)?$/u.test(line)) continue;
      let room = MAX_TOTAL_CHARS;
      const assigned = readAssignment(line, (name) => {
        const value = this.#variables.get(name) ?? env[name] ?? '';
        room -= value.length;
        return room < 0 ? '' : value;
      });
      if (!assigned) {
        left.push(`“${line.trim().slice(0, 60).toWellFormed()}”: it is no plain assignment`);
        continue;
      }
      const { name, value } = assigned;
      const refusal = room < 0 ? 'it is too long' : this.#whyNot(name, value);
      if (refusal === undefined) this.#variables.set(name, name === 'PATH' ? this.#projectLast(value) : value);
      else left.push(`${name}: ${refusal}`);
    }
    return left;
  }

  #whyNot(name: string, value: string): string | undefined {
    if (REFUSED.test(name)) return 'hooks may not set it';
    if (value.includes('\0')) return 'it holds a NUL character';
    if (this.#variables.size >= MAX_VARIABLES && !this.#variables.has(name)) return 'there are too many';
    let total = value.length;
    for (const [other, held] of this.#variables) if (other !== name) total += held.length;
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
/** Plain characters, an escape, single quotes, double quotes. */
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

/** `undefined`: it holds what only a shell could work out. */
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

/** The file's text, of which at most a little more than may be is read, and the file removed. `undefined`: there is none, or no ordinary one. */
export async function readEnvFile(path: string): Promise<string | undefined> {
  try {
    // Neither a link nor a pipe that would be waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0));
    try {
      if (!(await file.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_ENV_FILE_CHARS * 2), 0, MAX_ENV_FILE_CHARS * 2, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  } finally {
    await rm(path, { force: true, recursive: true }).catch(() => undefined);
  }
}

import type { CallFacts, CommandFact } from '#shared/permission/facts.ts';
import { printableLine } from '#shared/printable.ts';
import { redactSecrets } from '#shared/redact-secrets.ts';

const MAX_CHARS = 300;
/** Of a text, before secrets are replaced: a secret that is cut off isn't recognised. */
const MAX_READ_CHARS = 20_000;

/** What an allowed call wrote, ran and contacted, as far as the analysis before it could tell. */
export interface Touched {
  readonly written: readonly string[];
  readonly commands: readonly string[];
  readonly hosts: readonly string[];
}

export function touchedBy({ paths, shell, web, mcp }: CallFacts): Touched {
  const commands = shell?.commands ?? [];
  const all = [...paths, ...commands.flatMap((command) => command.paths)];
  const written = all.filter(({ access, unresolved }) => (access === 'write' || access === 'delete') && !unresolved);
  return {
    written: distinct(written.filter(({ real }) => real !== '/dev/null').map(({ real }) => shown(real))),
    // As a whole: the parts of a loop or a pipe say little.
    commands: shell ? [shownCommand(shell.line)] : [],
    hosts: distinct([
      ...(web && web.host !== '' ? [shown(web.host)] : []),
      ...(mcp ? [shown(`MCP server ${mcp.server}`)] : []),
      ...commands.filter(({ network }) => network).flatMap(hostsOf),
    ]),
  };
}

/** What a call was about, in one line. */
export function subjectOf({ toolName, shell, paths, web, target }: CallFacts): string {
  if (shell) return shownCommand(shell.line);
  const about = web?.url ?? paths[0]?.path ?? target;
  return about === undefined ? shown(toolName) : `${shown(toolName)} ${shownCommand(about)}`;
}

/** `ssh://`, `https://user@host:1/x`, `user@host:path`. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?(\[[0-9a-f:.]+\]|[^/:?#\s]+)/iu;
const REMOTE_PATH = /^[\w.-]+@([a-z0-9.-]+):/iu;

function hostsOf({ argv, text }: CommandFact): string[] {
  const words = argv.slice(1).flatMap((word) => (word === null ? [] : [word.replace(/^--?[\w-]+=/u, '')]));
  const hosts = words.flatMap((word) => ADDRESS.exec(word)?.[1] ?? REMOTE_PATH.exec(word)?.[1] ?? []);
  return hosts.length > 0 ? hosts.map((host) => shown(host.toLowerCase())) : [shownCommand(`not named in “${text}”`)];
}

/** `--password x`, `-H 'Cookie: …'`, `curl -u me:secret`, and names of variables that hold secrets. */
const SECRET_OPTION = /(--?[\w-]*(?:passw(?:or)?d|token|secret|api-?key|auth|cookie)[\w-]*(?:\s+|=))(?:"[^"]*"|'[^']*'|\S+)/giu;
const USER_OPTION = /((?:^|\s)(?:-u|--user|--proxy-user)(?:\s+|=)["']?[^\s:"']+:)[^\s"']+/gu;
const HEADER = /((?:authorization|cookie|x-[\w-]*(?:key|token)[\w-]*)\s*:\s*)[^"'\n]+/giu;

/** Without secrets, on one line. */
export function shownCommand(text: string): string {
  const read = text.slice(0, MAX_READ_CHARS);
  const hidden = read.replaceAll(HEADER, '$1[secret]').replaceAll(SECRET_OPTION, '$1[secret]').replaceAll(USER_OPTION, '$1[secret]');
  return shown(redactSecrets(hidden));
}

function shown(text: string): string {
  const line = printableLine(text.slice(0, MAX_READ_CHARS).replaceAll(/\s+/gu, ' ').trim());
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

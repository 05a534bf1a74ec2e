import type { ShellFacts } from '#shared/permission/facts.ts';

/** PowerShell's built-in aliases for commands that deny rules are usually about (about_Aliases). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...['rm', 'del', 'erase', 'rd', 'ri', 'rmdir'].map((name) => [name, 'remove-item'] as const),
  ...['ls', 'dir', 'gci'].map((name) => [name, 'get-childitem'] as const),
  ...['cat', 'gc', 'type'].map((name) => [name, 'get-content'] as const),
  ...['cp', 'copy', 'cpi'].map((name) => [name, 'copy-item'] as const),
  ...['mv', 'move', 'mi'].map((name) => [name, 'move-item'] as const),
  ...['ren', 'rni'].map((name) => [name, 'rename-item'] as const),
  ...['curl', 'wget', 'iwr'].map((name) => [name, 'invoke-webrequest'] as const),
  ['irm', 'invoke-restmethod'],
  ['iex', 'invoke-expression'],
  ['icm', 'invoke-command'],
  ...['saps', 'start'].map((name) => [name, 'start-process'] as const),
  ...['kill', 'spps'].map((name) => [name, 'stop-process'] as const),
  ...['cd', 'chdir', 'sl'].map((name) => [name, 'set-location'] as const),
  ...['echo', 'write'].map((name) => [name, 'write-output'] as const),
  ['sc', 'set-content'],
  ['ac', 'add-content'],
  ['ni', 'new-item'],
]);

/** System folders, home folders and everything in a folder, as they end or follow another word. */
const NEVER_REMOVED = new RegExp(
  String.raw`(?:^|[\s,]|\s-\w{1,20}:)(?:(?:\.{0,2}[\\/])?\*|[^\s,]*[\\/]\*(?:\.\*)?|[\\/]|[\\/][\w.-]+[\\/]?|[a-z]:[\\/]?|[a-z]:[\\/](?:windows|users|program files(?: \(x86\))?|programdata)(?:[\\/][^\s,]*)?|~[\\/]?|\$\{?(?:home|env:(?:userprofile|home|homedrive|systemroot|systemdrive|windir|programfiles|programdata))\}?[\\/]?)(?=$|[\s,])`,
  'u',
);

/** Why a line may never run: it removes a system folder, a home folder or everything in a folder. */
export function forbiddenRemoval(command: string): string | undefined {
  const { fragments } = analysePowerShell(command);
  const found = fragments
    .map(canonicalPowerShell)
    .find((text) => /^remove-item\s/u.test(text) && NEVER_REMOVED.test(text.slice('remove-item'.length)));
  return found === undefined
    ? undefined
    : `“${found.slice(0, 200)}” removes a system folder, a home folder or everything in a folder. PowerShell commands may not do that.`;
}

/** There is no PowerShell parser, so a line never counts as understood; it is split roughly so that deny and ask rules can match. */
export function analysePowerShell(command: string): ShellFacts {
  const line = command.trim();
  const parts = line
    .split(/[;|&\n(){}]|\$\(/u)
    .map((part) =>
      part
        .trim()
        .replace(/^[.&]\s*/u, '')
        .replace(/["'`^]/gu, ''),
    )
    .filter((part) => part !== '');
  return {
    line,
    commands: [],
    limits: [{ text: line.slice(0, 200), reason: 'PowerShell commands aren’t analysed.', opaque: true }],
    fragments: parts.flatMap((part) => [part, canonicalPowerShell(part)]),
  };
}

/** Lower case, with the alias and module path of the command name resolved. */
export function canonicalPowerShell(text: string): string {
  const lower = text.toLowerCase();
  const name = /^\S*/u.exec(lower)?.[0] ?? '';
  const plain = name.replace(/^.*[\\/]/u, '').replace(/\.exe$/u, '');
  return `${ALIASES.get(plain) ?? plain}${lower.slice(name.length)}`;
}

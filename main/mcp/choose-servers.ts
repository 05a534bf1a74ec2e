import type { McpPolicy, McpScope, McpServerMatch, McpSettings } from '#shared/settings/mcp-servers.ts';
import { parseServerEntry, type ServerEntry } from './server-entry.ts';

/** A server the settings name, and whether it may run. */
export interface ChosenServer {
  readonly name: string;
  readonly scope: McpScope;
  readonly file: string;
  /** Absent when the entry can't be used. */
  readonly entry: ServerEntry | undefined;
  readonly verdict:
    | { readonly kind: 'run' }
    | { readonly kind: 'invalid' | 'blocked' | 'disabled' | 'needs_trust'; readonly reason: string };
}

/** More names are not looked at: each may become a process. */
const MAX_SERVERS = 100;

export interface ChoiceInput {
  readonly settings: McpSettings;
  readonly trusted: boolean;
  /** Names the user switched off in the window. */
  readonly switchedOff: readonly string[];
}

/**
 * One entry for each name, whole, of the highest source that has it. An entry of a folder that isn't trusted hides none of the
 * user's own: until then it counts for nothing.
 */
export function chooseServers({ settings, trusted, switchedOff }: ChoiceInput): ChosenServer[] {
  const chosen = new Map<string, ChosenServer>();
  for (const { scope, file, servers } of settings.sources) {
    for (const [name, raw] of Object.entries(servers)) {
      if (!chosen.has(name) && chosen.size >= MAX_SERVERS) continue;
      const before = chosen.get(name);
      if (before && before.verdict.kind !== 'needs_trust') continue;
      const parsed = parseServerEntry(name, raw);
      const entry = typeof parsed === 'string' ? undefined : parsed;
      const server = { name, scope, file, entry };
      const verdict = verdictOn(server, typeof parsed === 'string' ? parsed : undefined, { settings, trusted, switchedOff });
      chosen.set(name, { ...server, verdict });
    }
  }
  return [...chosen.values()];
}

function verdictOn(
  { name, scope, entry }: Omit<ChosenServer, 'verdict'>,
  mistake: string | undefined,
  { settings: { policy }, trusted, switchedOff }: ChoiceInput,
): ChosenServer['verdict'] {
  if (policy.lockdown !== undefined) return { kind: 'blocked', reason: policy.lockdown };
  if (scope === 'project' && !trusted) return { kind: 'needs_trust', reason: 'It starts once you trust this folder.' };
  if (entry === undefined) return { kind: 'invalid', reason: mistake ?? 'Its entry can’t be used.' };
  const barred = barredBy(policy, name, entry.target);
  if (barred !== undefined) return { kind: 'blocked', reason: barred };
  if (scope === 'project' && policy.disabled.includes(name))
    return { kind: 'disabled', reason: 'The settings switch it off (disabledMcpjsonServers).' };
  if (switchedOff.includes(name)) return { kind: 'disabled', reason: 'You switched it off for this project.' };
  return { kind: 'run' };
}

/** Why the settings don't let this server run; asked again once variables are put in, since they may hold anything. */
export function barredBy({ allowed, denied }: McpPolicy, name: string, target: ServerEntry['target']): string | undefined {
  if (denied.some((match) => meets(match, name, target))) return 'The settings deny it (deniedMcpServers).';
  if (allowed === undefined) return undefined;
  // Where commands or addresses are listed, a name alone, which anyone can give, is not enough.
  const decisive = allowed.filter((match) => (target.type === 'stdio' ? 'serverCommand' in match : 'serverUrl' in match));
  const list = decisive.length > 0 ? decisive : allowed;
  return list.some((match) => meets(match, name, target)) ? undefined : 'It is not among those the settings allow (allowedMcpServers).';
}

function meets(match: McpServerMatch, name: string, target: ServerEntry['target']): boolean {
  if ('serverName' in match) return match.serverName === name;
  if ('serverCommand' in match) {
    const command = target.type === 'stdio' ? [target.command, ...target.args] : [];
    return command.length === match.serverCommand.length && command.every((part, index) => part === match.serverCommand[index]);
  }
  return target.type !== 'stdio' && wildcard(match.serverUrl, target.url);
}

/** `*` stands for anything; everything between two stars is looked for in order, so no pattern can take long. */
function wildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

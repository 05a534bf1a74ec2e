import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { meansAddress } from '#shared/settings/address-pattern.ts';
import type { McpPolicy, McpScope, McpServerMatch, McpSettings } from '#shared/settings/mcp-servers.ts';
import { parseServerEntry, type ServerEntry } from './server-entry.ts';

/** A server of the settings, and whether it may run. */
export interface ChosenServer {
  readonly name: string;
  readonly scope: McpScope;
  readonly file: string;
  /** The only agent type that is offered it; `undefined`: all agents. */
  readonly agent?: string | undefined;
  /** Absent when the entry can't be used. */
  readonly entry: ServerEntry | undefined;
  readonly verdict:
    | { readonly kind: 'run' }
    | { readonly kind: 'invalid' | 'blocked' | 'disabled' | 'needs_trust'; readonly reason: string };
}

/** Limit on servers, since each may become a process. */
const MAX_SERVERS = 100;

export interface ChoiceInput {
  readonly settings: McpSettings;
  readonly trusted: boolean;
  /** Whether the user switched a server off in the window; `unknown`: the record was lost. */
  readonly switchedOff: (name: string) => 'off' | 'unknown' | undefined;
}

/**
 * One entry per name, from the source with the highest precedence; entries aren't merged. An untrusted folder's entry doesn't hide the
 * user's own.
 */
export function chooseServers({ settings, trusted, switchedOff }: ChoiceInput): ChosenServer[] {
  const chosen = new Map<string, ChosenServer>();
  for (const { scope, file, servers, agent } of settings.sources) {
    for (const [name, raw] of Object.entries(servers)) {
      if (!chosen.has(name) && chosen.size >= MAX_SERVERS) continue;
      const before = chosen.get(name);
      if (before && before.verdict.kind !== 'needs_trust') continue;
      const parsed = parseServerEntry(name, raw);
      const entry = typeof parsed === 'string' ? undefined : parsed;
      const server = { name, scope, file, agent, entry };
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
  const off = switchedOff(name);
  if (off === 'off') return { kind: 'disabled', reason: 'You switched it off for this project.' };
  // A server named on the command line is wanted now.
  if (off === 'unknown' && scope !== 'cli') {
    const reason = 'Which servers you had turned off was in a file that is damaged, so none starts by itself. Turn it on if you want it.';
    return { kind: 'disabled', reason };
  }
  return { kind: 'run' };
}

/** Why the settings don't allow this server. Checked again once variables are expanded, since they may contain anything. */
export function barredBy({ allowed, denied }: McpPolicy, name: string, target: ServerEntry['target']): string | undefined {
  if (denied.some((match) => meets(match, name, target) || meetsAsWritten(match, target)))
    return 'The settings deny it (deniedMcpServers).';
  if (allowed === undefined) return undefined;
  // Where commands or URLs are listed, a name isn't enough, since anyone can choose it.
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
  if (target.type === 'stdio') return false;
  const url = URL.parse(target.url);
  return url ? meansAddress(match.serverUrl, url) : matchesWildcard(match.serverUrl, target.url);
}

/** Spelling for comparison with denied URLs. */
function meetsAsWritten(match: McpServerMatch, target: ServerEntry['target']): boolean {
  return 'serverUrl' in match && target.type !== 'stdio' && matchesWildcard(match.serverUrl, target.url);
}

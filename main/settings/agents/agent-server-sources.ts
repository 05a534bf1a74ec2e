import { printableLine } from '#shared/printable.ts';
import { mcpNamePart } from '#shared/permission/mcp-name-part.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { McpServerSource } from '#shared/settings/mcp-servers.ts';
import type { SettingsProblem } from '../loaded-settings.ts';

interface AgentServerSources {
  readonly sources: readonly McpServerSource[];
  readonly problems: readonly SettingsProblem[];
}

/**
 * The servers that agents define for themselves. None replaces a server that is configured or belongs to another agent, nor has a name
 * that rules couldn't tell from its name. `exclusive`: the administrator's list, beside which no other server runs.
 */
export function agentServerSources(
  agents: readonly AgentDefinition[],
  configured: readonly McpServerSource[],
  exclusive: string | undefined,
): AgentServerSources {
  const names = new Set(configured.flatMap(({ servers }) => Object.keys(servers)));
  const taken = new Map(configured.flatMap(({ servers, file }) => Object.keys(servers).map((name) => [ruleName(name), file] as const)));
  const sources: McpServerSource[] = [];
  const problems: SettingsProblem[] = [];
  for (const { name: agent, source: scope, file, mcpServers } of agents) {
    if (!mcpServers || file === undefined || scope === 'built-in') continue;
    const report = (message: string): number => problems.push({ file, message, partly: true });
    for (const name of mcpServers.named) {
      if (!names.has(name) && !Object.hasOwn(mcpServers.own, name))
        report(`Its “mcpServers” names ${shown(name)}, but no server of that name is configured.`);
    }
    const servers: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(mcpServers.own)) {
      const other = taken.get(ruleName(name));
      if (exclusive !== undefined) report(`Its MCP server ${shown(name)} is ignored: only the servers in ${exclusive} may run.`);
      else if (other !== undefined)
        report(`Its MCP server ${shown(name)} is ignored: ${other} has one of the same name. Give it another name.`);
      else {
        taken.set(ruleName(name), file);
        servers[name] = entry;
      }
    }
    if (Object.keys(servers).length > 0) sources.push({ scope, file, servers, agent });
  }
  return { sources, problems };
}

function ruleName(name: string): string {
  return mcpNamePart(name).toLowerCase();
}

function shown(name: string): string {
  return `“${printableLine(name)}”`;
}

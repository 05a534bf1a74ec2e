import type { CallFacts, McpFacts } from '#shared/permission/facts.ts';
import { toolRow } from '#shared/tool-table.ts';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { hostMatches } from '../web/host.ts';
import type { ActiveRule } from './active-rule.ts';
import type { RuleSet } from './rule-set.ts';
import { mcpNamePart } from '#shared/permission/mcp-name-part.ts';

/** The rule about the whole tool, whatever its input: bare names, name patterns, MCP servers. */
export function matchTool(set: RuleSet, toolName: string, mcp: McpFacts | undefined): ActiveRule | undefined {
  const whole = set.whole.get(toolName);
  if (whole !== undefined) return whole;
  const glob = set.globs.find((rule) => rule.parsed.body.kind === 'toolGlob' && matchesWildcard(rule.parsed.body.pattern, toolName));
  if (glob !== undefined) return glob;
  if (!toolName.startsWith('mcp__')) return undefined;
  return set.mcp.find(
    (rule) => rule.parsed.body.kind === 'mcp' && matchesMcp(rule.parsed.body.pattern, toolName, set.behavior === 'allow', mcp),
  );
}

/**
 * `mcp__s` and `mcp__s__*` mean every tool of server `s`. A name with more than one `__` can be split in several ways: deny and ask rules
 * match any of them, allow rules only the known server or the full name.
 */
function matchesMcp(pattern: string, name: string, strict: boolean, mcp: McpFacts | undefined): boolean {
  if (pattern === name) return true;
  if (strict && mcp?.suspended !== undefined) return false;
  const server = pattern.endsWith('__*') ? pattern.slice(0, -3) : pattern;
  if (!server.includes('*')) {
    if (name.startsWith(`${server}__`)) return !strict || (mcp !== undefined && !mcp.ambiguous && server === `mcp__${mcp.server}`);
    return false;
  }
  if (strict && mcp !== undefined && (mcp.ambiguous || !pattern.startsWith(`mcp__${mcp.server}__`))) return false;
  return matchesWildcard(pattern, name);
}

/** For deny and ask rules: a rule about all tools of a server also covers reading its resources. */
export function matchResource(set: RuleSet, { toolName, scalars }: CallFacts): ActiveRule | undefined {
  const server = Object.hasOwn(scalars, 'server') ? scalars['server'] : undefined;
  if (toolRow(toolName)?.readsMcpResources !== true || server === undefined) return undefined;
  return matchTool(set, `mcp__${mcpNamePart(server)}__resource`, undefined);
}

/** Matches rules about other input than paths and commands: domains, agents, skills, single fields. */
export function matchInput(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  return matchParam(set, facts) ?? matchDomain(set, facts) ?? matchTarget(set, facts);
}

function matchParam(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  return set.params.find(({ parsed: { tool, body } }) => {
    if (
      body.kind !== 'param' ||
      !(tool === facts.toolName || (tool.startsWith('mcp__') && tool.includes('*') && matchesWildcard(tool, facts.toolName)))
    )
      return false;
    const value = Object.hasOwn(facts.scalars, body.name) ? facts.scalars[body.name] : undefined;
    return value !== undefined && matchesWildcard(body.value, value);
  });
}

function matchDomain(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  const host = facts.web?.host;
  if (host === undefined || host === '') return undefined;
  return set.domains.find(({ parsed: { body } }) => body.kind === 'domain' && hostMatches(body.host, host));
}

function matchTarget(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  const target = facts.target;
  if (target === undefined) return undefined;
  const args = facts.scalars['args'] ?? '';
  return set.targets.find(({ parsed: { tool, body } }) => {
    if (tool !== facts.toolName || body.kind !== 'target') return false;
    if (body.name !== target) return false;
    return set.behavior !== 'allow' || tool !== 'Skill' || body.withArgs || args.trim() === '';
  });
}

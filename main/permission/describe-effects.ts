import type { Risk } from '#shared/permission/decision.ts';
import type { CallFacts, PathFact } from '#shared/permission/facts.ts';
import { allPaths } from './layers/case.ts';
import { toolKind } from './tool-kinds.ts';

const VERBS: Partial<Record<PathFact['access'], string>> = { read: 'reads', write: 'writes', delete: 'deletes', enter: 'works in' };

/** What a call does beyond itself, in words for the card. */
export function describeEffects(facts: CallFacts): string[] {
  const effects = new Set<string>();
  for (const fact of allPaths(facts)) {
    const verb = VERBS[fact.access];
    if (verb === undefined) continue;
    effects.add(`${verb} ${fact.spelled}${fact.recursive ? ' and everything in it' : ''}`);
    if (fact.real !== fact.path && !fact.unresolved) effects.add(`${fact.spelled} leads to ${fact.real}`);
  }
  for (const command of facts.shell?.commands ?? []) {
    if (command.network) effects.add(`${command.program} talks to other machines`);
    if (command.irreversible) effects.add(`${command.text} can not be undone`);
    if (command.opaqueCode) effects.add(`${command.program} runs code that can't be seen here`);
    for (const variable of command.env) if (!variable.harmless) effects.add(`sets ${variable.name}`);
  }
  if (facts.web !== undefined && facts.web.host !== '') effects.add(`talks to ${facts.web.host}`);
  if (facts.mcp !== undefined) effects.add(`runs ${facts.mcp.tool} of the MCP server ${facts.mcp.server}`);
  return [...effects].slice(0, 20);
}

export function riskOf(facts: CallFacts): Risk {
  const commands = facts.shell?.commands ?? [];
  const paths = allPaths(facts);
  if (commands.some((command) => command.irreversible) || paths.some((fact) => fact.access === 'delete')) return 'destructive';
  if (commands.some((command) => command.network) || facts.web !== undefined || facts.toolName === 'WebSearch') return 'network';
  const kind = toolKind(facts.toolName);
  if (kind === 'shell') {
    if (facts.shell?.limits.length === 0 && commands.length > 0 && commands.every((command) => command.readOnly)) {
      return paths.some((fact) => fact.access === 'write') ? 'write' : 'read';
    }
    return commands.length > 0 && commands.every((command) => command.readOnly || command.fileCommand) && facts.shell?.limits.length === 0
      ? 'write'
      : 'execute';
  }
  if (kind === 'edit') return 'write';
  return kind === 'read' || kind === 'search' || kind === 'free' || kind === 'person' ? 'read' : 'execute';
}

import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { commandRuleTool, toolKind } from '#main/permission/tool-kinds.ts';

/** Whether a rule is written for calls of this tool, whatever their input: what a share of “all such calls” is a share of. */
export function isRuleForTool({ text, behavior }: Pick<RuleEntry, 'text' | 'behavior'>, toolName: string): boolean {
  const { tool, body } = parseRule(text, behavior);
  const kind = toolKind(toolName);
  if (body.kind === 'path') return tool === 'Edit' ? kind === 'edit' : kind === 'read' || kind === 'search';
  if (tool.startsWith('mcp__')) return kind === 'mcp' && (toolName.startsWith(`${serverOf(tool)}__`) || matchesWildcard(tool, toolName));
  return matchesWildcard(tool, toolName) || tool === commandRuleTool(toolName);
}

/** `mcp__server` of a rule for one of its tools. */
function serverOf(pattern: string): string {
  return pattern.split('__').slice(0, 2).join('__');
}

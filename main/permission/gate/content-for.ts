import { canonicalToolName } from '#shared/tool-table.ts';
import type { Tool } from '#main/tool/tool.ts';

/** What a rule for just this tool has between its brackets. */
export function contentFor(tool: Tool, rule: string): string | undefined {
  const [, name = '', content] = /^([^()\s]+)\(([\s\S]*)\)$/u.exec(rule.trim()) ?? [];
  return canonicalToolName(name) === tool.name ? content : undefined;
}

import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { type PermissionKind, toolKind } from '#shared/tool-table.ts';
import { words } from './words.ts';

/** What a rule's share of past calls is a share of. */
export function suchCalls({ text, behavior }: Pick<RuleEntry, 'text' | 'behavior'>): string {
  const { tool, body } = parseRule(text, behavior);
  if (body.kind === 'toolGlob') return words.allOf.other;
  return words.allOf[KINDS[body.kind === 'mcp' ? 'mcp' : toolKind(tool)] ?? 'other'];
}

const KINDS: Partial<Record<PermissionKind, keyof typeof words.allOf>> = {
  shell: 'commands',
  read: 'reads',
  search: 'reads',
  edit: 'edits',
  web: 'fetches',
  mcp: 'server',
};

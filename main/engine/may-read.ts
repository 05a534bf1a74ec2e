import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';

/** Rules that are never about reading a file, whatever their specifier is. */
const NEVER_ABOUT_FILES = /^\s*(?:Bash|PowerShell|Monitor|WebFetch|WebSearch|Agent|Task|Skill)\s*(?:\(|$)|^\s*mcp__/u;

/** Whether no deny rule covers reading this file. Search tools leave covered files out of their results. */
export function mayRead(engine: PermissionEngine, context: ToolPermissionContext, path: string, cwd: string): boolean {
  // Called for each file a search finds, and most sessions have no deny rule about files.
  if (!context.rules.some((rule) => rule.behavior === 'deny' && !NEVER_ABOUT_FILES.test(rule.text))) return true;
  const facts = engine.analyse({ toolName: 'Read', input: { file_path: path }, cwd }, context);
  return engine.decide(facts, context).behavior !== 'deny';
}

import { findTool } from './registry.ts';
import type { Tool } from './tool.ts';

/** The only built-ins of simple mode (SPEC R2). */
export const SIMPLE_TOOLS: readonly string[] = ['Bash', 'Edit', 'Read'];

/** `CLAUDE_CODE_SIMPLE`: set, and to anything but a no. */
export function isSimpleMode(env: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false', 'no', 'off'].includes(env['CLAUDE_CODE_SIMPLE']?.trim().toLowerCase() ?? '');
}

/** Those of `tools` that are named, by name or alias; all of them without a list. */
export function presetTools(tools: readonly Tool[], names: readonly string[] | undefined): readonly Tool[] {
  if (names === undefined) return tools;
  const chosen = new Set(names.map((name) => findTool(tools, name)));
  return tools.filter((tool) => chosen.has(tool));
}

import { findTool } from './registry.ts';
import type { Tool } from './tool.ts';

/** The only built-ins of simple mode (SPEC R2). */
export const SIMPLE_TOOLS: readonly string[] = ['Bash', 'Edit', 'Read'];

/** Whether `CLAUDE_CODE_SIMPLE` is set to anything but a negative value. */
export function isSimpleMode(env: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false', 'no', 'off'].includes(env['CLAUDE_CODE_SIMPLE']?.trim().toLowerCase() ?? '');
}

/** The tools with these names or aliases; all of them without a list. */
export function presetTools(tools: readonly Tool[], names: readonly string[] | undefined): readonly Tool[] {
  if (names === undefined) return tools;
  const chosen = new Set(names.map((name) => findTool(tools, name)));
  return tools.filter((tool) => chosen.has(tool));
}

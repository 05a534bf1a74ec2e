import { siblingAbortSchema, type SiblingAbort } from '#shared/settings/settings-file.ts';
import type { Tool } from '#main/tool/tool.ts';

const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);

/** Whether a failed run of this tool cancels its sibling calls (SPEC E4). Never for other tools. */
export function failureAbortsSiblings(tool: Tool, isReadOnly: boolean, setting: SiblingAbort): boolean {
  if (!SHELL_TOOLS.has(tool.name)) return false;
  return setting === 'all' || (setting === 'writes' && !isReadOnly);
}

/** `GATEHOUSE_SIBLING_ABORT` if it is one of the three values, else the setting. */
export function siblingAbortFrom(env: NodeJS.ProcessEnv, setting: SiblingAbort): SiblingAbort {
  return siblingAbortSchema.safeParse(env['GATEHOUSE_SIBLING_ABORT']).data ?? setting;
}

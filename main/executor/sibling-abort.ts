import { siblingAbortSchema, type SiblingAbort } from '#shared/settings/settings-file.ts';
import type { Tool } from '#main/tool/tool.ts';

const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);

/** Whether a run of this tool that failed makes the calls beside it pointless (SPEC E4). Other tools' errors never do. */
export function failureAbortsSiblings(tool: Tool, isReadOnly: boolean, setting: SiblingAbort): boolean {
  if (!SHELL_TOOLS.has(tool.name)) return false;
  return setting === 'all' || (setting === 'writes' && !isReadOnly);
}

/** What counts: `GATEHOUSE_SIBLING_ABORT` when it is one of the three words, else the setting. */
export function siblingAbortFrom(env: NodeJS.ProcessEnv, setting: SiblingAbort): SiblingAbort {
  return siblingAbortSchema.safeParse(env['GATEHOUSE_SIBLING_ABORT']).data ?? setting;
}

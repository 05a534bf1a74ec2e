import type { Tool } from '#main/tool/tool.ts';

/** Which failed commands cancel the calls beside them: any, those that may have changed something, or none (SPEC E4). */
export type SiblingAbort = 'all' | 'writes' | 'off';

const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);

/** Whether a run of this tool that failed makes the calls beside it pointless. Other tools' errors never do. */
export function failureAbortsSiblings(tool: Tool, isReadOnly: boolean, setting: SiblingAbort): boolean {
  if (!SHELL_TOOLS.has(tool.name)) return false;
  return setting === 'all' || (setting === 'writes' && !isReadOnly);
}

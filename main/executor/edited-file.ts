import { resolve } from 'node:path';
import { realPath } from '#main/permission/paths/real-path.ts';
import { findTool } from '#main/tool/registry.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { toolRow } from '#shared/tool-table.ts';
import type { QueuedCall } from './call-result.ts';

/** The file that an edit changes, with links resolved; `undefined` for other calls, and where that isn't known. */
export function editedFile({ block }: QueuedCall, { cwd, options: { tools } }: ToolUseContext): string | undefined {
  const row = toolRow(findTool(tools, block.name)?.name ?? block.name);
  if (row?.kind !== 'edit' || row.primaryField === undefined) return undefined;
  const path = block.input[row.primaryField];
  return typeof path !== 'string' || path === '' || path.startsWith('~') ? undefined : realPath(resolve(cwd, path));
}

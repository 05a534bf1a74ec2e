import type { ToolName } from '#shared/tool-table.ts';
import type { ToolDeps } from './tool-deps.ts';

/** Whether the session can have the tool, so that another tool's description may mention it. */
export function isOffered({ offers }: Pick<ToolDeps, 'offers'>, name: ToolName): boolean {
  return offers?.(name) ?? true;
}

/** A line that sends the model to tools for files instead of programs, each pair a tool and what it stands for. Empty without such a tool. */
export function fileToolsLine(deps: Pick<ToolDeps, 'offers'>, pairs: readonly (readonly [tool: ToolName, instead: string])[]): string {
  const offered = pairs.filter(([tool]) => isOffered(deps, tool));
  if (offered.length === 0) return '';
  const programs = new Set(offered.map(([, instead]) => instead));
  return `- Use ${listed(offered.map(([tool]) => tool))} for files rather than ${listed([...programs])}.\n`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

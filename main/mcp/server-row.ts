import type { McpServerRow } from '#shared/contract/mcp.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { ChosenServer } from './choose-servers.ts';
import { definitionsOf, type HeldServer } from './held-server.ts';
import { describeTarget } from './server-entry.ts';

/** One server as the window lists it. `held`: once it may run. */
export function serverRow(
  { name, scope, file, entry, verdict }: ChosenServer,
  held: HeldServer | undefined,
  tools: readonly Tool[],
): McpServerRow {
  const base = { name, scope, file, target: entry ? describeTarget(entry.target) : '' };
  if (verdict.kind !== 'run') {
    const { kind: state, reason } = verdict;
    return { ...base, state, reason, stderr: null, tools: [], problems: [], changed: false, definitions: '' };
  }
  const state = held?.server.state ?? { kind: 'idle' as const };
  const offered = tools.filter(({ mcpInfo }) => mcpInfo?.serverName === name);
  return {
    ...base,
    state: state.kind === 'stopped' ? 'idle' : state.kind,
    reason:
      state.kind === 'failed' ? state.reason : state.kind === 'connecting' && state.attempt > 0 ? `Attempt ${state.attempt} of 5.` : null,
    stderr: state.kind === 'failed' && state.stderr !== '' ? state.stderr : null,
    tools: offered.map((tool) => ({
      name: tool.name,
      rawName: tool.mcpInfo?.toolName ?? tool.name,
      description: tool.prompt(),
      suspended: sentence(tool.mcpInfo?.suspended),
    })),
    problems: [...(held?.server.problems ?? [])],
    changed: (held?.server.tools ?? []).some((definition) => held?.approval.suspension(definition) !== undefined),
    definitions: held ? definitionsOf(held) : '',
  };
}

/** Elsewhere it follows a colon. */
function sentence(text: string | undefined): string | null {
  return text === undefined ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

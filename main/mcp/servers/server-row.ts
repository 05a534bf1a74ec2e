import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { SignInState } from '../sign-in/server-sign-in.ts';
import type { ChosenServer } from './choose-servers.ts';
import { definitionsOf, type HeldServer } from './hold-server.ts';
import { describeTarget } from './server-entry.ts';
import type { ServerState } from './server-state.ts';

/** One row of the window's list of servers. `held`: set if the server may run. */
export function serverRow(
  { name, scope, file, entry, verdict }: ChosenServer,
  held: HeldServer | undefined,
  tools: readonly Tool[],
): McpServerRow {
  const base = { name, scope, file, target: entry ? describeTarget(entry.target) : '' };
  if (verdict.kind !== 'run') {
    const { kind: state, reason } = verdict;
    return { ...base, state, reason, stderr: null, tools: [], problems: [], changed: false, definitions: '', signIn: null };
  }
  const state = held?.server.state ?? { kind: 'idle' as const };
  const offered = tools.filter(({ mcpInfo }) => mcpInfo?.serverName === name);
  return {
    ...base,
    state: rowState(state),
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
    signIn: signInRow(held?.signIn?.state),
  };
}

function rowState(state: ServerState): McpServerRow['state'] {
  if (state.kind === 'stopped') return 'idle';
  return state.kind === 'failed' && state.needsSignIn ? 'needs_sign_in' : state.kind;
}

function signInRow(state: SignInState | undefined): McpServerRow['signIn'] {
  if (!state) return null;
  return state.kind === 'needed' || state.kind === 'signed_in' ? { ...state, problem: state.problem ?? null } : state;
}

/** Capitalised, since elsewhere the text follows a colon. */
function sentence(text: string | undefined): string | null {
  return text === undefined ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

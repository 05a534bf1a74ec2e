import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { toolUseBlockSchema } from '#shared/session/content.ts';
import type { ModelRequest } from './client.ts';
import type { Script, ScriptTurn } from './script.ts';

/**
 * The turn that answers `request`; `undefined` at the end of the script. Found by replaying the conversation from its start, so the
 * client is stateless and resumed sessions and retries get the right turn.
 */
export function turnFor(script: Script, request: ModelRequest): ScriptTurn | undefined {
  const turns = partOf(script, request);
  let at: number | undefined = 0;
  for (const message of request.messages) {
    if (message.role !== 'assistant' || at === undefined) continue;
    const outcomes = message.content.flatMap((block) => {
      const toolUse = toolUseBlockSchema.safeParse(block);
      return toolUse.success ? [request.callOutcomes.get(toolUse.data.id)] : [];
    });
    at = nextIndex(turns, at, outcomes);
  }
  return at === undefined ? undefined : turns[at];
}

/** The turns of the requesting agent; empty for a sub-agent that no part matches. */
function partOf({ turns, agents = [] }: Script, { agent }: ModelRequest): readonly ScriptTurn[] {
  if (!agent) return turns;
  const part = agents.find(
    ({ type, match }) => (type === undefined || type === agent.type) && (match === undefined || matchesWildcard(match, agent.description)),
  );
  return part?.turns ?? [];
}

function nextIndex(turns: readonly ScriptTurn[], at: number, outcomes: readonly (string | undefined)[]): number | undefined {
  const turn = turns[at];
  if (!turn) return undefined;
  const target =
    (outcomes.includes('denied') ? turn.ifDenied : undefined) ?? (outcomes.includes('failed') ? turn.ifFailed : undefined) ?? turn.then;
  if (target === 'end') return undefined;
  return target === undefined ? at + 1 : turns.findIndex(({ id }) => id === target);
}

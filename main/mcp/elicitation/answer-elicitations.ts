import type { ElicitationAnswer } from '#main/tool/services/elicitation.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { readElicitation } from './read-elicitation.ts';

/**
 * Answers what a server asks for during a call. Rejects, with a message for the server, a request that can't be shown. `undefined` where
 * nobody can be asked.
 */
export function answerElicitations(
  server: string,
  context: Pick<ToolUseContext, 'agent' | 'elicitations' | 'toolUseId' | 'abortController'>,
): ((params: unknown, signal: AbortSignal) => Promise<ElicitationAnswer>) | undefined {
  const { elicitations, abortController } = context;
  if (!elicitations) return undefined;
  return async (params, signal) => {
    const elicitation = readElicitation(server, params);
    if (typeof elicitation === 'string') throw new Error(elicitation);
    return elicitations.ask(elicitation, context, AbortSignal.any([signal, abortController.signal]));
  };
}

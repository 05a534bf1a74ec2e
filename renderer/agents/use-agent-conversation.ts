import { useEffect, useRef, useState } from 'react';
import { AGENT_ITEMS, type AgentConversation } from '#shared/contract/agents.ts';
import { call } from '../bridge/client.ts';

export type ConversationState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly conversation: AgentConversation }
  | { readonly type: 'error'; readonly message: string };

/**
 * The end of an agent's conversation, fetched again whenever `version` changes, one request at a time: a busy agent changes faster than
 * anyone reads. What was shown stays until the new is here.
 */
export function useAgentConversation(sessionId: string, agentId: string, version: string, last: number): ConversationState {
  const [state, setState] = useState<ConversationState & { readonly of?: string }>({ type: 'loading' });
  const [round, setRound] = useState(0);
  const fetching = useRef(false);
  const missed = useRef(false);
  const of = `${sessionId}:${agentId}`;
  useEffect(() => {
    if (fetching.current) {
      missed.current = true;
      return;
    }
    fetching.current = true;
    call('agent.conversation', { sessionId, agentId, last: Math.min(last, AGENT_ITEMS.most) })
      .then((conversation) => setState({ type: 'ready', conversation, of }))
      .catch((error: unknown) => setState({ type: 'error', message: error instanceof Error ? error.message : String(error), of }))
      .finally(() => {
        fetching.current = false;
        if (!missed.current) return;
        missed.current = false;
        setRound((count) => count + 1);
      });
  }, [sessionId, agentId, version, last, round, of]);
  return state.of === of ? state : { type: 'loading' };
}

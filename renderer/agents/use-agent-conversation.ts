import { useEffect, useState } from 'react';
import { AGENT_ITEMS, type AgentConversation } from '#shared/contract/agents.ts';
import { call } from '../bridge/client.ts';
import { PacedLook } from '../store/paced-look.ts';

export type ConversationState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly conversation: AgentConversation }
  | { readonly type: 'error'; readonly message: string };

/**
 * The end of an agent's conversation, refetched when `version` changes, one request at a time, since a busy agent changes faster than
 * requests complete. The previous result stays until the next arrives.
 */
export function useAgentConversation(sessionId: string, agentId: string, version: string, last: number): ConversationState {
  const [state, setState] = useState<ConversationState & { readonly of?: string }>({ type: 'loading' });
  const [paced] = useState(
    () =>
      new PacedLook<AgentConversation>({
        onSeen: (of, conversation) => setState({ type: 'ready', conversation, of }),
        onFailed: (of, message) => setState({ type: 'error', message, of }),
      }),
  );
  const of = `${sessionId}:${agentId}`;
  useEffect(() => {
    const look = () => call('agent.conversation', { sessionId, agentId, last: Math.min(last, AGENT_ITEMS.most) });
    paced.ask({ of, look, after: 0, pause: 0 });
  }, [paced, of, sessionId, agentId, version, last]);
  useEffect(() => () => paced.stop(), [paced]);
  return state.of === of ? state : { type: 'loading' };
}

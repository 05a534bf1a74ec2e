import type { Handlers } from '#main/host/engine-port.ts';
import { AGENT_ITEMS } from '#shared/contract/commands/agent-commands.ts';
import type { agentCommands as contract } from '#shared/contract/commands/agent-commands.ts';
import { agentConversation } from '../agent-conversation.ts';
import type { EngineParts } from '../engine-parts.ts';

export function agentCommands({ sessions, notices }: EngineParts): Handlers<typeof contract> {
  return {
    'agent.conversation': async ({ sessionId, agentId, last }) =>
      agentConversation((await sessions.get(sessionId)).session.log.events, agentId, last ?? AGENT_ITEMS.usual),
    'agent.send': async ({ sessionId, agentId, text }) => ({
      resumed: await (await sessions.get(sessionId)).session.sendToAgent(agentId, text),
    }),
    'notice.take': ({ noticeId }) => ({ taken: notices.take(noticeId) }),
    'notice.answer': ({ noticeId, outcome }) => {
      notices.answer(noticeId, outcome);
      return {};
    },
    'agent.stop': async ({ sessionId, agentId }) => ({
      stopped: (await sessions.get(sessionId)).session.stopAgent(agentId),
    }),
  };
}

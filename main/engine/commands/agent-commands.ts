import { AGENT_ITEMS } from '#shared/contract/commands/agent-commands.ts';
import { commands } from '#shared/contract/commands.ts';
import { agentConversation } from '../agent-conversation.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';

export function agentCommands({ sessions }: EngineParts) {
  return {
    'agent.conversation': implement(commands['agent.conversation'], async ({ sessionId, agentId, last }) =>
      agentConversation((await sessions.get(sessionId)).session.log.events, agentId, last ?? AGENT_ITEMS.usual),
    ),
    'agent.send': implement(commands['agent.send'], async ({ sessionId, agentId, text }) => ({
      resumed: await (await sessions.get(sessionId)).session.sendToAgent(agentId, text),
    })),
    'agent.stop': implement(commands['agent.stop'], async ({ sessionId, agentId }) => ({
      stopped: (await sessions.get(sessionId)).session.stopAgent(agentId),
    })),
  };
}

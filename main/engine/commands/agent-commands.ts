import type { Handlers } from '#main/host/engine-port.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { AGENT_ITEMS } from '#shared/contract/commands/agent-commands.ts';
import type { agentCommands as contract } from '#shared/contract/commands/agent-commands.ts';
import { agentConversation } from '../agent-conversation.ts';
import type { EngineParts } from '../engine-parts.ts';
import { keyDigest, newKey } from '../webhooks/webhook-request.ts';

export function agentCommands({ sessions, notices, webhooks }: EngineParts): Handlers<typeof contract> {
  return {
    'agent.conversation': async ({ sessionId, agentId, last }) =>
      agentConversation((await sessions.get(sessionId)).session.log.events, agentId, last ?? AGENT_ITEMS.usual),
    'agent.send': async ({ sessionId, agentId, text }) => ({
      resumed: await (await sessions.get(sessionId)).session.controls.sendToAgent(agentId, text),
    }),
    'notice.take': ({ noticeId }) => ({ taken: notices.take(noticeId) }),
    'notice.answer': ({ noticeId, outcome }) => {
      notices.answer(noticeId, outcome);
      return {};
    },
    'trigger.newKey': async ({ sessionId, triggerId }) => {
      const { session } = await sessions.get(sessionId);
      if (webhooks.problem !== undefined) throw new AppError('unavailable', webhooks.problem);
      const key = newKey();
      if (!session.triggers.setKey(triggerId, keyDigest(key))) throw new AppError('not_found', 'This webhook isn’t there any more.');
      return { key, url: webhooks.url(triggerId) };
    },
    'trigger.remove': async ({ sessionId, triggerId }) => {
      (await sessions.get(sessionId)).session.triggers.remove(triggerId, 'user');
      return {};
    },
    'workflow.stop': async ({ sessionId, runId }) => ({ stopped: await (await sessions.get(sessionId)).session.controls.stopTask(runId) }),
    'agent.stop': async ({ sessionId, agentId }) => ({
      stopped: (await sessions.get(sessionId)).session.controls.stopAgent(agentId),
    }),
  };
}

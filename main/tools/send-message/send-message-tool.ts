import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, textField } from '../present-call.ts';

const inputSchema = z.strictObject({
  to: z.string().describe('Id or name of an agent, or “main” for the main agent'),
  summary: z.string().max(200).optional().describe('The message in five to ten words, for the user'),
  message: z.string().describe('The message for the agent'),
});

const outputSchema = z.object({
  agentId: z.string(),
  /** The agent had ended and now runs again in the background. Otherwise it reads the message with its next request. */
  resumed: z.boolean(),
});
type SendMessageOutput = z.infer<typeof outputSchema>;

const PROMPT = `Sends a message to another agent, by its id or name. A sub-agent reaches the main agent as “main”.

- A running agent reads it with its next request. An agent that has ended continues in the background, with its whole conversation; you are notified when it ends again.
- You don't get an answer at once: continue with something else, or end your turn.`;

export function createSendMessageTool() {
  return buildTool<typeof inputSchema, SendMessageOutput, 'SendMessage'>({
    name: 'SendMessage',
    searchHint: 'talk to a running or finished sub-agent',
    inputSchema,
    // The sender always gets a notification when the agent has ended.
    ignoredFields: ['notify_when_idle'],
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    toAutoClassifierInput: (input) => `${input.to}: ${input.message}`,
    validateInput: ({ message }) => Promise.resolve(message.trim() === '' ? { ok: false, message: 'message is empty.' } : { ok: true }),
    call: async ({ to, message }, context) => {
      if (!context.agents) throw new Error('There are no agents here.');
      return { data: await context.agents.send(to, message, context) };
    },
    mapToolResultToToolResultBlockParam: ({ agentId, resumed }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: resumed
        ? `The agent ${agentId} had ended; it goes on with your message in the background. You will be told when it has ended.`
        : `The agent ${agentId} will read your message at its next request.`,
    }),
    wantsTo: (input) => `send a message to ${oneLine(textField(input, 'to'), 40)}`,
    present,
  });
}

function present(stage: PresentStage<SendMessageOutput>): ToolView {
  const { input } = stage;
  const view: ToolView = {
    kind: 'agent',
    title: `Message ${oneLine(textField(input, 'to'), 40)}`,
    summary: oneLine(textField(input, 'summary') || textField(input, 'message')),
    detail: { type: 'text', text: textField(input, 'message'), truncated: false },
  };
  if (stage.stage === 'result') return { ...view, outcome: stage.output.resumed ? 'resumed' : 'sent' };
  if (stage.stage === 'rejection') return { ...view, outcome: 'denied' };
  return stage.stage === 'error' ? { ...view, outcome: 'failed', detail: { type: 'text', text: stage.message, truncated: false } } : view;
}

import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, textField } from '../present-call.ts';

const inputSchema = z.strictObject({
  to: z.string().describe('Id or name of the agent'),
  summary: z.string().max(200).optional().describe('The message in five to ten words, for the user'),
  message: z.string().describe('What it shall read'),
});

export interface SendMessageOutput {
  readonly agentId: string;
  /** It had ended and goes on in the background; else it reads the message at its next request. */
  readonly resumed: boolean;
}

const PROMPT = `Gives an agent you started a message, by its id or the name you gave it.

- One that works reads it at its next request. One that has ended goes on with its whole conversation, in the background; you are told when it has ended again.
- It is not a way to get an answer at once: go on with something else, or end your answer.`;

export function createSendMessageTool() {
  return buildTool<typeof inputSchema, SendMessageOutput, 'SendMessage'>({
    name: 'SendMessage',
    searchHint: 'talk to a running or finished sub-agent',
    inputSchema,
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
  if (stage.stage === 'result') return { ...view, outcome: stage.output.resumed ? 'goes on' : 'sent' };
  if (stage.stage === 'rejection') return { ...view, outcome: 'denied' };
  return stage.stage === 'error' ? { ...view, outcome: 'failed', detail: { type: 'text', text: stage.message, truncated: false } } : view;
}

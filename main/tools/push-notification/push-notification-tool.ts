import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { NotificationOutcome } from '#main/tool/services/notifier.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { shorten } from '#shared/shorten.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';

/** Longest text of a notification, in characters. */
const MAX_CHARS = 200;

const inputSchema = z.strictObject({
  message: z.string().min(1).max(2000).describe('What to tell the user, in one line of at most 200 characters'),
  status: z.literal('proactive').optional().describe('The user did not ask for it'),
});
type PushInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  message: z.string(),
  pushSent: z.boolean().optional(),
  localSent: z.boolean().optional(),
  disabledReason: z.enum(['config_off', 'user_present', 'no_transport']).optional(),
  sentAt: z.string().optional(),
});
type PushOutput = z.output<typeof outputSchema>;

const PROMPT = `Shows the user a short notification on their desktop, if they have allowed that and are not looking at the window.

- For what they want to know while they are away: long work has ended, or can't go on without them. Not for progress, nor at the end of every answer: the window shows that anyway.
- One line that makes sense by itself. No secrets: others may see it.`;

/** Shows a desktop notification through the window. */
export function createPushNotificationTool(deps: Pick<ToolDeps, 'isNonInteractive'>) {
  return buildTool<typeof inputSchema, PushOutput, 'PushNotification'>({
    name: 'PushNotification',
    searchHint: 'notify the user on their desktop',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    // Only a window can show notifications.
    isEnabled: () => deps.isNonInteractive !== true,
    isReadOnly: () => true,
    toAutoClassifierInput: ({ message }) => message,
    validateInput: ({ message }): Promise<ValidationResult> =>
      Promise.resolve(plainMessage(message) === '' ? { ok: false, message: 'message has no visible text.' } : { ok: true }),
    call: push,
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) }),
    wantsTo: () => 'show a notification',
    present,
  });
}

async function push({ message }: PushInput, { services, abortController }: ToolUseContext): Promise<ToolResult<PushOutput>> {
  const text = plainMessage(message);
  const outcome: NotificationOutcome = (await services.notifier?.notify(text, abortController.signal)) ?? 'no_transport';
  return {
    data: {
      message: text,
      pushSent: false,
      localSent: outcome === 'shown',
      ...(outcome !== 'shown' && { disabledReason: outcome }),
      sentAt: new Date().toISOString(),
    },
  };
}

/** One line without hidden characters, since it is shown outside of the window. */
function plainMessage(message: string): string {
  const line = message.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]+/gu, ' ').trim();
  return shorten(line, MAX_CHARS);
}

const REASONS: Readonly<Record<NonNullable<PushOutput['disabledReason']>, string>> = {
  config_off: 'Not shown: the user has not allowed notifications of the agent (agentPushNotifEnabled).',
  user_present: 'Not shown: the user has the window in front of them.',
  no_transport: 'Not shown: there is no window that can show a notification now.',
};

function textOf({ message, disabledReason }: PushOutput): string {
  return disabledReason === undefined ? `Shown: ${message}` : REASONS[disabledReason];
}

function present(stage: PresentStage<PushOutput>): ToolView {
  const view: ToolView = { kind: 'other', title: 'Notify', summary: oneLine(textField(stage.input, 'message')) };
  return presentStages(stage, view, (output) => ({
    outcome: output.localSent === true ? 'shown' : 'not shown',
    detail: { type: 'text', text: textOf(output), truncated: false },
  }));
}

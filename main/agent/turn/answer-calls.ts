import { systemReminder } from '#main/tool/own-tags.ts';
import { randomUUID } from 'node:crypto';
import type { UserContent } from '#shared/session/content.ts';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { CallResult, QueuedCall } from '#main/executor/call-result.ts';
import type { Discarded, DiscardedCall } from '#main/executor/executor-options.ts';
import type { CallOutcome } from '#shared/session/call-record.ts';
import { reminderEvent } from '../session/prompt.ts';

/** Runs the calls of one answer. */
export interface CallRunner {
  addTool(call: QueuedCall): void;
  /** Signals that there are no more calls. */
  close(): void;
  /** In `tool_use` order, one per call. */
  results(): AsyncIterable<CallResult>;
  /** Discards the answer. Resolves when none of its calls runs any more. */
  discard(why: string): Promise<Discarded>;
}

export async function collectResults(runner: CallRunner): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for await (const result of runner.results()) results.push(result);
  return results;
}

/** Messages that follow the results: what a person attached to a denial, and what tools add. Used only for answers that aren't discarded. */
export function resultMessages(results: readonly CallResult[]): NewSessionEvent[] {
  return results.flatMap(({ feedback, newMessages }) => [
    ...(feedback ? [messageAfter(feedback, 'feedback', 'both')] : []),
    ...newMessages.map(({ content, visibility }) => messageAfter(content, 'reminder', visibility)),
  ]);
}

function messageAfter(
  content: UserContent,
  origin: 'feedback' | 'reminder',
  visibility: EventBody<'user.message'>['visibility'],
): NewSessionEvent {
  return { type: 'user.message', data: { messageId: randomUUID(), content, origin, visibility } };
}

const SHOWN_INPUT_CHARS = 500;

const ENDED: Readonly<Record<CallOutcome, string>> = {
  done: 'it ran to its end',
  failed: 'it failed, which may have been on the way',
  cancelled: 'it was stopped on the way',
  denied: 'it was refused',
};

/** Tells the model which calls of a discarded answer may have had effects (SPEC E6). Empty when none had. */
export function discardedCallsReminder(calls: readonly DiscardedCall[]): NewSessionEvent[] {
  if (calls.length === 0) return [];
  const lines = calls.map(({ call: { block }, outcome }) => `- ${block.name} ${shown(block.input)}: ${ENDED[outcome]}`);
  const text =
    'The connection failed in the middle of your last answer, so that answer was thrown away: its text and its calls are not part of this conversation. ' +
    `These of its calls had already begun and may have had effects. Look at how things are before you do any of it again:\n${lines.join('\n')}`;
  return [reminderEvent(systemReminder(text))];
}

/** Input as text that can't close the surrounding reminder. */
function shown(input: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(input).replaceAll('<', '\\u003c');
  return json.length <= SHOWN_INPUT_CHARS ? json : `${json.slice(0, SHOWN_INPUT_CHARS).toWellFormed()} … (${json.length} characters)`;
}

import type { SessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { contentText } from '#shared/session/content-text.ts';

/** The session's view just before the main agent's user message `messageId`, and the text of that message; `undefined` if there is none. */
export function pastOf(
  events: readonly SessionEvent[],
  messageId: string,
): { readonly view: SessionView; readonly text: string } | undefined {
  const said = userMessageIn(events, messageId);
  return said && { view: foldSession(events.slice(0, said.at)), text: said.text };
}

/** The text of the main agent's user message and its index in the log; `undefined` if there is none. */
export function userMessageIn(
  events: readonly SessionEvent[],
  messageId: string,
): { readonly at: number; readonly text: string } | undefined {
  const at = events.findIndex(
    (event) => event.type === 'user.message' && event.agentId === undefined && event.data.messageId === messageId,
  );
  const event = events[at];
  if (event?.type !== 'user.message') return undefined;
  return { at, text: contentText(event.data.content, '\n\n') };
}

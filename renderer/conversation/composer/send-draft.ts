import { useWindow } from '../../store/app-store.ts';
import { sendMessage } from '../../store/session-actions.ts';
import type { SessionSlot } from '../../store/session-slot.ts';
import { takeEdited } from './editing.ts';
import { isReading, takeWithPending } from './pending-attachments.ts';
import { readOwnCommand, runOwnCommand } from './own-commands.ts';
import { addExtras, draftOf, extrasOf, keepWhileSending, NO_EXTRAS, setDraft, setExtras, type Draft } from './drafts.ts';

/** Whether the draft can be sent. */
export function hasDraft(sessionId: string): boolean {
  return statusOf(sessionId) === 'ready' && isFilled(sessionId);
}

function isFilled(sessionId: string): boolean {
  const { images, texts } = extrasOf(sessionId);
  return draftOf(sessionId).trim() !== '' || images.length > 0 || texts.length > 0 || isReading(sessionId);
}

function statusOf(sessionId: string): SessionSlot['status'] {
  return useWindow.getState().sessions[sessionId]?.status ?? 'loading';
}

/** Resolves when the session has loaded or failed to. */
async function opened(sessionId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = useWindow.subscribe(() => statusOf(sessionId) !== 'loading' && resolve());
  await promise;
  stop();
}

/** The last message being sent, by session. */
const sendingBySession = new Map<string, Promise<void>>();

/**
 * Sends the draft and empties the box. `now` doesn't wait for the running turn. Also works before the session has loaded, or while a file
 * is still being read: the message is sent then, and text typed meanwhile belongs to the next one.
 */
export async function sendDraft(sessionId: string, { now = false }: { readonly now?: boolean } = {}): Promise<void> {
  if (!isFilled(sessionId) || statusOf(sessionId) === 'error') return;
  const before = sendingBySession.get(sessionId);
  const sending = sendFromBox(sessionId, now, before);
  sendingBySession.set(sessionId, sending);
  await sending;
  if (sendingBySession.get(sessionId) === sending) sendingBySession.delete(sessionId);
}

async function sendFromBox(sessionId: string, now: boolean, before: Promise<void> | undefined): Promise<void> {
  const text = draftOf(sessionId);
  const command = readOwnCommand(text);
  const taken: Draft = { text, extras: command ? NO_EXTRAS : extrasOf(sessionId) };
  const arriving = command ? undefined : takeWithPending(sessionId, taken);
  const forget = keepWhileSending(sessionId, text);
  setDraft(sessionId, '');
  if (!command) setExtras(sessionId, NO_EXTRAS);
  const edited = command ? undefined : takeEdited(sessionId);
  const { draft, whole } = arriving ? await arriving : { draft: taken, whole: true };
  if (before) await before;
  if (statusOf(sessionId) === 'loading') await opened(sessionId);
  const send = async () => {
    if (command) return runOwnCommand(sessionId, command);
    return (!edited || (await edited.rewind())) && sendMessage(sessionId, { ...draft, now });
  };
  // Don't send a message whose files failed to load.
  if (!whole || statusOf(sessionId) !== 'ready' || !(await send())) {
    edited?.resume();
    restoreDraft(sessionId, draft);
  }
  forget();
}

/** Text typed meanwhile goes after the unsent text. */
function restoreDraft(sessionId: string, { text, extras }: Draft): void {
  setDraft(sessionId, text + draftOf(sessionId));
  const later = extrasOf(sessionId);
  setExtras(sessionId, extras);
  addExtras(sessionId, later);
}

import { useWindow } from '../store/app-store.ts';
import { compact, sendMessage } from '../store/session-actions.ts';
import type { SessionSlot } from '../store/session-slot.ts';
import { compactCommand } from './compact-command.ts';
import { addExtras, draftOf, extrasOf, NO_EXTRAS, setDraft, setExtras } from './drafts.ts';

/** Where Enter alone would queue. */
export const SEND_NOW_KEYS = 'Mod+Enter';

/** Whether the box holds something that could go out. */
export function hasDraft(sessionId: string): boolean {
  return statusOf(sessionId) === 'ready' && isFilled(sessionId);
}

function isFilled(sessionId: string): boolean {
  const { images, texts } = extrasOf(sessionId);
  return draftOf(sessionId).trim() !== '' || images.length > 0 || texts.length > 0;
}

function statusOf(sessionId: string): SessionSlot['status'] {
  return useWindow.getState().sessions[sessionId]?.status ?? 'loading';
}

/** Resolves when the session is there or can't be. */
async function opened(sessionId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = useWindow.subscribe(() => statusOf(sessionId) !== 'loading' && resolve());
  await promise;
  stop();
}

/**
 * Empties the box into a message. `now` doesn't wait for a turn that runs. One can write, and press Enter, before the session is there: it
 * goes out then, and what is typed meanwhile is the next.
 */
export async function sendDraft(sessionId: string, { now = false }: { readonly now?: boolean } = {}): Promise<void> {
  if (!isFilled(sessionId) || statusOf(sessionId) === 'error') return;
  const text = draftOf(sessionId);
  const command = compactCommand(text);
  const extras = command ? NO_EXTRAS : extrasOf(sessionId);
  setDraft(sessionId, '');
  if (!command) setExtras(sessionId, NO_EXTRAS);
  if (statusOf(sessionId) === 'loading') await opened(sessionId);
  const send = () => (command ? compact(sessionId, command.instructions) : sendMessage(sessionId, { text, extras, now }));
  if (statusOf(sessionId) === 'ready' && (await send())) return;
  // What was typed meanwhile stays behind what didn't get out.
  setDraft(sessionId, text + draftOf(sessionId));
  const later = extrasOf(sessionId);
  setExtras(sessionId, extras);
  addExtras(sessionId, later);
}

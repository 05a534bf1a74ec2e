import { useWindow } from '../store/app-store.ts';
import { compact, sendMessage } from '../store/session-actions.ts';
import { compactCommand } from './compact-command.ts';
import { addExtras, draftOf, extrasOf, NO_EXTRAS, setDraft, setExtras } from './drafts.ts';

/** Where Enter alone would queue. */
export const SEND_NOW_KEYS = 'Mod+Enter';

/** Whether the box holds something that could go out. */
export function hasDraft(sessionId: string): boolean {
  const { images, texts } = extrasOf(sessionId);
  const isSomething = draftOf(sessionId).trim() !== '' || images.length > 0 || texts.length > 0;
  return useWindow.getState().sessions[sessionId]?.status === 'ready' && isSomething;
}

/** One can write, and press Enter, before the session is there: it goes out then. `undefined`: there is nothing to wait for. */
function opened(sessionId: string): Promise<void> | undefined {
  const isLoading = (): boolean => (useWindow.getState().sessions[sessionId]?.status ?? 'loading') === 'loading';
  if (!isLoading()) return undefined;
  return new Promise((resolve) => {
    const stop = useWindow.subscribe(() => {
      if (isLoading()) return;
      stop();
      resolve();
    });
  });
}

/** Empties the box into a message. `now` doesn't wait for a turn that runs. */
export async function sendDraft(sessionId: string, { now = false }: { readonly now?: boolean } = {}): Promise<void> {
  const typed = draftOf(sessionId);
  const opening = opened(sessionId);
  if (opening) await opening;
  // What was changed since Enter was pressed is sent with the next.
  if (!hasDraft(sessionId) || draftOf(sessionId) !== typed) return;
  const text = draftOf(sessionId);
  const command = compactCommand(text);
  const extras = command ? NO_EXTRAS : extrasOf(sessionId);
  setDraft(sessionId, '');
  if (!command) setExtras(sessionId, NO_EXTRAS);
  const sent = command ? await compact(sessionId, command.instructions) : await sendMessage(sessionId, { text, extras, now });
  if (sent) return;
  // What was typed meanwhile stays behind what didn't get out.
  setDraft(sessionId, text + draftOf(sessionId));
  const later = extrasOf(sessionId);
  setExtras(sessionId, extras);
  addExtras(sessionId, later);
}

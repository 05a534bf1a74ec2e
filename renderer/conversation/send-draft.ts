import { useWindow } from '../store/app-store.ts';
import { compact, sendMessage } from '../store/session-actions.ts';
import { compactCommand } from './compact-command.ts';
import { setDraft, useDrafts } from './drafts.ts';

/** Where Enter alone would queue. */
export const SEND_NOW_KEYS = 'Mod+Enter';

function draftOf(sessionId: string): string {
  return useDrafts.getState().texts[sessionId] ?? '';
}

/** Whether the box holds something that could go out. */
export function hasDraft(sessionId: string): boolean {
  return useWindow.getState().sessions[sessionId]?.status === 'ready' && draftOf(sessionId).trim() !== '';
}

/** Empties the box into a message. `now` doesn't wait for a turn that runs. */
export async function sendDraft(sessionId: string, { now = false }: { readonly now?: boolean } = {}): Promise<void> {
  if (!hasDraft(sessionId)) return;
  const text = draftOf(sessionId);
  setDraft(sessionId, '');
  const command = compactCommand(text);
  const sent = command ? await compact(sessionId, command.instructions) : await sendMessage(sessionId, text, now);
  // What was typed meanwhile stays behind what didn't get out.
  if (!sent) setDraft(sessionId, text + draftOf(sessionId));
}

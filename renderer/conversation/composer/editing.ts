import { create } from 'zustand';
import { useWindow } from '../../store/app-store.ts';
import { useSession } from '../../store/selectors.ts';
import { rewind } from '../../store/session-actions.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { words } from '../words.ts';
import { type Draft, draftOf, extrasOf, keepWhileSending, NO_EXTRAS, setDraft, setExtras } from './drafts.ts';

/** A sent message that is changed in the box. The conversation goes back to before it when the new text is sent. */
interface Edited {
  readonly messageId: string;
  /** What it said. */
  readonly text: string;
  /** What was in the box before. */
  readonly before: Draft;
  /** Call when its text is back in the box: until then a reload puts it there. */
  readonly forget: () => void;
}

const useEdited = create<Readonly<Record<string, Edited | undefined>>>(() => ({}));

/** The message being changed, while it is part of the conversation. */
export function useEditedMessage(sessionId: string): string | undefined {
  const messageId = useEdited((state) => state[sessionId]?.messageId);
  const isThere = useSession(sessionId, ({ items }) => messageId !== undefined && items.some(({ id }) => id === messageId)) ?? false;
  return isThere ? messageId : undefined;
}

/** Puts a sent message into the box, as `changed` if that is given; nothing else changes until it is sent. */
export function startEditing(sessionId: string, messageId: string, changed?: Draft): void {
  const item = itemsOf(sessionId).find(({ id }) => id === messageId);
  if (item?.type !== 'user') return;
  endEditing(sessionId);
  setEdited(sessionId, { messageId, text: item.text, ...keptBox(sessionId) });
  const images = item.images.map((source) => ({ type: 'image' as const, source }));
  setBox(sessionId, changed ?? { text: item.text, extras: { images, texts: [] } });
}

/** Puts back what was in the box. What was changed can be brought back. */
export function cancelEditing(sessionId: string): void {
  const edited = useEdited.getState()[sessionId];
  if (!edited) return;
  const changed = boxOf(sessionId);
  endEditing(sessionId);
  if (changed.text.trim() === '' || changed.text === edited.text) return;
  const undo = () => startEditing(sessionId, edited.messageId, changed);
  showToast({ title: words.editCancelled, action: { label: words.undo, run: undo } });
}

/** Ends editing as the text is taken for sending. `rewind` resolves to whether the text may be sent; if it isn’t, `resume` goes on with editing. */
export function takeEdited(sessionId: string): { readonly rewind: () => Promise<boolean>; readonly resume: () => void } | undefined {
  const edited = useEdited.getState()[sessionId];
  if (!edited) return undefined;
  endEditing(sessionId);
  return {
    rewind: async () => {
      const isThere = itemsOf(sessionId).some(({ id }) => id === edited.messageId);
      return !isThere || (await rewind(sessionId, edited.messageId)) !== undefined;
    },
    resume: () => {
      setEdited(sessionId, { ...edited, ...keptBox(sessionId) });
      setBox(sessionId, { text: '', extras: NO_EXTRAS });
    },
  };
}

function endEditing(sessionId: string): void {
  const edited = useEdited.getState()[sessionId];
  if (!edited) return;
  setEdited(sessionId, undefined);
  setBox(sessionId, edited.before);
  edited.forget();
}

function setEdited(sessionId: string, edited: Edited | undefined): void {
  useEdited.setState({ [sessionId]: edited });
}

function keptBox(sessionId: string): Pick<Edited, 'before' | 'forget'> {
  const before = boxOf(sessionId);
  return { before, forget: keepWhileSending(sessionId, before.text) };
}

function boxOf(sessionId: string): Draft {
  return { text: draftOf(sessionId), extras: extrasOf(sessionId) };
}

function setBox(sessionId: string, { text, extras }: Draft): void {
  setDraft(sessionId, text);
  setExtras(sessionId, extras);
}

function itemsOf(sessionId: string) {
  return useWindow.getState().sessions[sessionId]?.view.items ?? [];
}

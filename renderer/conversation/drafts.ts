import { create } from 'zustand';

interface Drafts {
  readonly texts: Readonly<Record<string, string>>;
}

/** What stands unsent in the message box of each session. */
export const useDrafts = create<Drafts>(() => ({ texts: {} }));

export function setDraft(sessionId: string, text: string): void {
  useDrafts.setState((state) => ({ texts: { ...state.texts, [sessionId]: text } }));
}

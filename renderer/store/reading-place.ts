import { create } from 'zustand';

/** The place of a conversation that is read. */
export interface ReadingPlace {
  readonly sessionId: string;
  /** The message whose turn is read. */
  readonly messageId: string | null;
  /** The last call of that turn that begins above the line up to which the view counts as read. */
  readonly callId: string | null;
  /** The conversation is at its end, and follows what is new. */
  readonly atEnd: boolean;
  /** Whether a person brought it there by scrolling the conversation. */
  readonly scrolled: boolean;
}

const NOWHERE: ReadingPlace = { sessionId: '', messageId: null, callId: null, atEnd: true, scrolled: false };

export const useReading = create<ReadingPlace>(() => NOWHERE);

export function storeReadingPlace(place: ReadingPlace): void {
  const { sessionId, messageId, callId, atEnd } = useReading.getState();
  const isSame = sessionId === place.sessionId && messageId === place.messageId && callId === place.callId && atEnd === place.atEnd;
  if (!isSame) useReading.setState(place);
}

import { create } from 'zustand';

/** One occurrence of a text. */
export interface FoundText {
  readonly text: string;
  /** Occurrences before it. */
  readonly nth: number;
}

/** A place in the conversation that is to be in view. Lists show the part with it, and folds that hide it open. */
export interface SoughtPlace {
  /** The item of the conversation that is or contains it. */
  readonly itemId: string | null;
  readonly callId: string | null;
  /** A text in the call’s result, which opens. */
  readonly inResult?: FoundText | undefined;
  /** It was sought in the conversation itself, so the timeline follows as it does when a person scrolls. */
  readonly isFound?: boolean | undefined;
}

const NOWHERE: SoughtPlace = { itemId: null, callId: null };

export const useSought = create<SoughtPlace>(() => NOWHERE);

export function seek(place: SoughtPlace | null): void {
  useSought.setState({ ...NOWHERE, inResult: undefined, isFound: undefined, ...place });
}

/** The session to which a message was just sent: its conversation shows the end. Each message sets it anew. */
export const useSentTo = create<{ readonly sessionId: string | null }>(() => ({ sessionId: null }));

/** A message that was chosen elsewhere, to be shown in the conversation. */
export const useWantedMessage = create<{ readonly messageId: string | null }>(() => ({ messageId: null }));

export function goToMessage(messageId: string): void {
  useWantedMessage.setState({ messageId });
}

import { useState } from 'react';

/** Messages that aren’t committed yet, by session: closing the form loses nothing. */
const drafts = new Map<string, string>();

/** The message of the next commit. */
export function useCommitDraft(sessionId: string): readonly [message: string, setMessage: (message: string) => void] {
  const [message, setMessage] = useState(() => drafts.get(sessionId) ?? '');
  const change = (next: string): void => {
    drafts.set(sessionId, next);
    setMessage(next);
  };
  return [message, change];
}

export function forgetCommitDraft(sessionId: string): void {
  drafts.delete(sessionId);
}

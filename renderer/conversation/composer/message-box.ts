import { forkSession } from '../../store/project-actions.ts';
import { rewind } from '../../store/session-actions.ts';
import { draftOf, setDraft } from './drafts.ts';

/** Rewinds to a message and puts its text into the box. */
export async function editAndResend(sessionId: string, messageId: string): Promise<void> {
  const rewound = await rewind(sessionId, messageId);
  if (rewound) restoreDraft(sessionId, rewound.text);
}

/** Shows a fork of the session up to the message, with its text in the box. */
export async function forkFromHere(sessionId: string, messageId: string): Promise<void> {
  const fork = await forkSession(sessionId, messageId);
  if (fork?.text !== undefined) restoreDraft(fork.sessionId, fork.text);
}

/** Inserted before the current draft. */
function restoreDraft(sessionId: string, text: string): void {
  const before = draftOf(sessionId);
  setDraft(sessionId, before.trim() === '' ? text : `${text}\n\n${before}`);
  // After the menu has released the focus.
  requestAnimationFrame(focusMessageBox);
}

/** Puts a text into the box, to be read and sent by the person. */
export function draftMessage(sessionId: string, text: string): void {
  restoreDraft(sessionId, text);
}

/** Adds a text to the end of the box. */
export function addToMessage(sessionId: string, text: string): void {
  const before = draftOf(sessionId).trimEnd();
  setDraft(sessionId, before === '' ? text : `${before}\n\n${text}`);
  focusMessageBox();
}

export function focusMessageBox(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-message-box]')?.focus();
}

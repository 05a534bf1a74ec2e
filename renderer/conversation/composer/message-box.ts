import { showConversation } from '../../store/window-actions.ts';
import { forkSession } from '../../store/project-actions.ts';
import { rewind } from '../../store/session-actions.ts';
import { isMac } from '../../ui/display/kbd.tsx';
import { opensScreenKeyboard } from '../../ui/screen-keyboard.ts';
import { draftOf, setDraft } from './drafts.ts';
import { startEditing } from './editing.ts';

/** Puts a sent message into the box; sending it replaces the message and what followed. */
export function editAndResend(sessionId: string, messageId: string): void {
  startEditing(sessionId, messageId);
  // After the menu has released the focus.
  requestAnimationFrame(writeMessage);
}

/** Rewinds to a message at once and puts its text into the box. */
export async function rewindTo(sessionId: string, messageId: string): Promise<void> {
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
  requestAnimationFrame(writeMessage);
}

/** Puts a text into the box, to be read and sent by the person. */
export function draftMessage(sessionId: string, text: string): void {
  restoreDraft(sessionId, text);
}

/** Adds a text to the end of the box. */
export function addToMessage(sessionId: string, text: string): void {
  const before = draftOf(sessionId).trimEnd();
  setDraft(sessionId, before === '' ? text : `${before}\n\n${text}`);
  writeMessage();
}

/** Shows the conversation, which the message box is part of, and focuses the box. */
export function writeMessage(): void {
  showConversation();
  // Where it was hidden, it is in sight in the next frame.
  if (!focusMessageBox()) requestAnimationFrame(focusMessageBox);
}

/** Dispatched on the window: the conversation takes the focus, once its keys are there. */
export const READ_EVENT = 'gatehouse:read';

/** Shows the conversation and focuses the last line in view. */
export function readConversation(): void {
  const isThere = document.querySelector('textarea[data-message-box]') !== null;
  const read = () => window.dispatchEvent(new Event(READ_EVENT));
  showConversation();
  if (isThere) read();
  // In place of another pane it is rendered first, and its message box takes the focus.
  else requestAnimationFrame(read);
}

/** On a Mac, ⌘↑ first leads to the start of what is written. */
export function isInText(): boolean {
  const { activeElement } = document;
  return isMac && activeElement instanceof HTMLTextAreaElement && activeElement.selectionEnd > 0;
}

/** Focuses the box where that brings up no keyboard: nobody has asked to write. */
export function returnToMessageBox(): void {
  if (!opensScreenKeyboard()) focusMessageBox();
}

/** Whether the box has the focus now: hidden, it can't take it. */
export function focusMessageBox(): boolean {
  const box = document.querySelector<HTMLTextAreaElement>('textarea[data-message-box]');
  box?.focus();
  return box !== null && document.activeElement === box;
}

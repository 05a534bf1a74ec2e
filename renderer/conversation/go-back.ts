import { forkSession } from '../store/project-actions.ts';
import { rewind } from '../store/session-actions.ts';
import { draftOf, setDraft } from './drafts.ts';
import { focusMessageBox } from './focus-message-box.ts';

/** Takes a message back with all that followed and puts its text into the box. */
export async function editAndResend(sessionId: string, messageId: string): Promise<void> {
  const rewound = await rewind(sessionId, messageId);
  if (rewound) putBack(sessionId, rewound.text);
}

/** Shows a new session that shares what came before the message, whose text stands in its box. */
export async function forkFromHere(sessionId: string, messageId: string): Promise<void> {
  const fork = await forkSession(sessionId, messageId);
  if (fork?.text !== undefined) putBack(fork.sessionId, fork.text);
}

/** Before what stands in the box already. */
function putBack(sessionId: string, text: string): void {
  const before = draftOf(sessionId);
  setDraft(sessionId, before.trim() === '' ? text : `${text}\n\n${before}`);
  // Once the menu has let the focus go.
  requestAnimationFrame(focusMessageBox);
}

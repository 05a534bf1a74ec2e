import type { Client } from '../bridge/client.ts';
import { draftOf, setDraft } from '../conversation/composer/drafts.ts';
import { useWindow, type WindowState } from '../store/app-store.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';

/**
 * Puts the text of a link into the empty message box of the session that is shown, now or next. If the person has written something, they
 * are asked first. The focus stays where it is, so that no key meant for something else sends the text.
 */
export function followLinks(client: Client): void {
  let waiting: string | undefined;
  const place = ({ sessionId }: WindowState): void => {
    if (waiting === undefined || sessionId === null) return;
    const text = waiting;
    waiting = undefined;
    if (draftOf(sessionId) === '') {
      setDraft(sessionId, text);
      showToast({ title: words.draftFromLink, detail: words.readBeforeSending });
      return;
    }
    const insert = (): void => setDraft(sessionId, `${draftOf(sessionId)}\n\n${text}`);
    showToast({ title: words.draftOffered, action: { label: words.insert, run: insert } });
  };
  useWindow.subscribe(place);
  client.on('app.draft', ({ text }) => {
    waiting = text;
    place(useWindow.getState());
    if (waiting !== undefined) showToast({ title: words.draftOffered, detail: words.openProjectForDraft });
  });
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { call, client } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { useAwaySettings } from '../store/away-settings.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';
import { awayNotice, type AwayNotice } from './away-notice.ts';

/** Signals new requests while the window isn't focused. `show` handles a click on the notification. */
export function useAway(asks: readonly QueuedAsk[], show: (askId: string) => void): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  const reveal = useEffectEvent(show);
  const project = useWindow((state) => state.project);
  const heard = useEffectEvent((now: readonly QueuedAsk[]) => {
    const fresh = now.filter(({ askId }) => !known.current.has(askId));
    known.current = new Set(now.map(({ askId }) => askId));
    if (!project) return;
    const { projectDir, name } = project;
    const away = !document.hasFocus();
    const { notify, sound } = useAwaySettings.getState();
    const notice = away && notify !== false ? awayNotice(fresh, now.length, name) : undefined;
    if (away && sound && fresh.length > 0) void import('./away-tone.ts').then(({ playTone }) => playTone());
    // The desktop notifies by default; in a browser the user must have enabled it.
    call('window.waits', { projectDir, count: now.length, notice: notice ?? null })
      .then(({ shown }) => {
        if (!shown && notice && notify === true) notifyInBrowser(notice, (askId) => reveal(askId));
      })
      .catch(() => undefined);
  });
  useEffect(() => heard(asks), [asks]);
  useEffect(() => client().on('app.showAsk', ({ askId }) => reveal(askId)), []);
}

function notifyInBrowser({ askId, title, body }: AwayNotice, onClick: (askId: string) => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { body, tag: 'gatehouse.ask' });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
    onClick(askId);
  });
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { create } from 'zustand';
import { call, client } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';
import { words } from './words.ts';

const KEY = 'gatehouse.away';

/** How the window gets attention while it isn't focused. `notify` unset: the host's default. */
interface AwaySettings {
  readonly notify: boolean | null;
  /** Shows short commands in notifications of the desktop app. */
  readonly commands: boolean;
  readonly sound: boolean;
}

const DEFAULTS: AwaySettings = { notify: null, commands: false, sound: false };

export const useAwaySettings = create<AwaySettings>(stored);

export function setAway(change: Partial<AwaySettings>): void {
  useAwaySettings.setState(change);
  localStorage.setItem(KEY, JSON.stringify(useAwaySettings.getState()));
}

function stored(): AwaySettings {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    if (typeof value !== 'object' || value === null) return DEFAULTS;
    return {
      notify: 'notify' in value && typeof value.notify === 'boolean' ? value.notify : null,
      commands: 'commands' in value && value.commands === true,
      sound: 'sound' in value && value.sound === true,
    };
  } catch {
    // Damaged: the defaults count.
    return DEFAULTS;
  }
}

/** Signals new requests while the window isn't focused. `show` handles a click on the notification. */
export function useAway(asks: readonly QueuedAsk[], show: (askId: string) => void): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  const reveal = useEffectEvent(show);
  const project = useWindow((state) => state.project);
  const report = useEffectEvent((now: readonly QueuedAsk[]) => {
    const fresh = now.filter(({ askId }) => !known.current.has(askId));
    known.current = new Set(now.map(({ askId }) => askId));
    if (!project) return;
    const { projectDir, name } = project;
    const away = !document.hasFocus();
    const { notify, commands, sound } = useAwaySettings.getState();
    const notice = away && notify !== false ? awayNotice(fresh, now.length, name) : undefined;
    if (away && sound && fresh.length > 0) void import('./away-tone.ts').then(({ playTone }) => playTone());
    // The desktop notifies by default; in a browser the user must have enabled it.
    call('window.waits', { projectDir, count: now.length, notice: notice ? { ...notice, withCommand: commands } : null })
      .then(({ shown }) => {
        if (!shown && notice && notify === true) notifyInBrowser(notice, (askId) => reveal(askId));
      })
      // Without an answer from the host no notification is shown; the queue shows the request.
      .catch(() => undefined);
  });
  useEffect(() => report(asks), [asks]);
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

interface AwayNotice {
  readonly askId: string;
  readonly title: string;
  readonly body: string;
}

/**
 * The notification for new requests: tool and folder only, never the content, since others may see a notification and the system stores it.
 */
export function awayNotice(fresh: readonly QueuedAsk[], waiting: number, folder: string): AwayNotice | undefined {
  const ask = fresh.toSorted((a, b) => Number(b.risk === 'destructive') - Number(a.risk === 'destructive') || a.askedAt - b.askedAt)[0];
  if (!ask) return undefined;
  const title = ask.risk === 'destructive' ? words.destructiveRequest : words.requestWaiting;
  const body = words.request(ask.toolName.slice(0, 60), folder.slice(0, 80)) + (waiting > 1 ? words.requestsWait(waiting) : '');
  return { askId: ask.askId, title, body };
}

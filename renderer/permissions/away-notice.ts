import type { QueuedAsk } from '../store/queued-asks.ts';

export interface AwayNotice {
  readonly askId: string;
  readonly title: string;
  readonly body: string;
}

/**
 * What to say of new requests to somebody who looks elsewhere: tool and folder, and nothing of what is asked, since a notification can be
 * read over a shoulder and is kept by the system.
 */
export function awayNotice(fresh: readonly QueuedAsk[], waiting: number, folder: string): AwayNotice | undefined {
  const ask = fresh.toSorted((a, b) => Number(b.risk === 'destructive') - Number(a.risk === 'destructive') || a.askedAt - b.askedAt)[0];
  if (!ask) return undefined;
  const title = ask.risk === 'destructive' ? 'Something that can’t be undone needs you' : 'Gatehouse needs you';
  const body = `${ask.toolName.slice(0, 60)} in ${folder.slice(0, 80)}${waiting > 1 ? ` · ${waiting} requests wait` : ''}`;
  return { askId: ask.askId, title, body };
}

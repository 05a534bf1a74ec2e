import type { QueuedAsk } from '../store/queued-asks.ts';

export interface AwayNotice {
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
  const title = ask.risk === 'destructive' ? 'Something that can’t be undone needs you' : 'Gatehouse needs you';
  const body = `${ask.toolName.slice(0, 60)} in ${folder.slice(0, 80)}${waiting > 1 ? ` · ${waiting} requests wait` : ''}`;
  return { askId: ask.askId, title, body };
}

import type { MessageExtras } from '#shared/session/content.ts';
import { showToast } from '../ui/toast.tsx';
import { draftOf, extrasOf, setDraft, setExtras, useDrafts } from './drafts.ts';

/** What a message says, and what goes along. */
export interface Draft {
  readonly text: string;
  readonly extras: MessageExtras;
}

/** Where a file that was read is put: the box, or the message that left it meanwhile. */
export interface Place {
  get(): Draft;
  set(draft: Draft): void;
}

interface Batch {
  place: Place;
  /** Whether all of it was attached. */
  readonly read: Promise<boolean>;
}

/** What is being read for what stands in the box, by session; in the order it came. */
const coming = new Map<string, readonly Batch[]>();
/** The last that began to be read, by session. */
const last = new Map<string, Promise<boolean>>();

/** In the order they come, however long one takes to be read. */
export function attachFiles(sessionId: string, files: readonly File[]): Promise<void> {
  return attach(sessionId, async (place) => (await import('./attach-files.ts')).attachAll(place, files));
}

/** A text too long for the box stands beside it. */
export function attachText(sessionId: string, name: string, text: string): Promise<void> {
  return attach(sessionId, async (place) => (await import('./attach-files.ts')).attachText(place(), name, text));
}

export function isReading(sessionId: string): boolean {
  return coming.has(sessionId);
}

/**
 * A message leaves the box: what is being read for it goes along when it is there, what is attached from now on is the next one's.
 * `undefined` when nothing is being read. `whole`: nothing failed to be read.
 */
export function leaveWithComing(sessionId: string, draft: Draft): Promise<{ readonly draft: Draft; readonly whole: boolean }> | undefined {
  const batches = coming.get(sessionId);
  if (!batches) return undefined;
  let left = draft;
  const place: Place = { get: () => left, set: (next) => (left = next) };
  for (const batch of batches) batch.place = place;
  setComing(sessionId, []);
  return Promise.all(batches.map(({ read }) => read)).then((read) => ({ draft: left, whole: read.every(Boolean) }));
}

async function attach(sessionId: string, attaching: (place: () => Place) => Promise<boolean>): Promise<void> {
  const before = last.get(sessionId) ?? Promise.resolve(true);
  const read = before.then(() => attaching(() => batch.place)).catch((error: unknown) => failed(error));
  const batch: Batch = { place: boxOf(sessionId), read };
  last.set(sessionId, batch.read);
  setComing(sessionId, [...(coming.get(sessionId) ?? []), batch]);
  await batch.read;
  setComing(
    sessionId,
    (coming.get(sessionId) ?? []).filter((one) => one !== batch),
  );
}

function setComing(sessionId: string, batches: readonly Batch[]): void {
  if (batches.length === 0) coming.delete(sessionId);
  else coming.set(sessionId, batches);
  useDrafts.setState((state) => ({ reading: { ...state.reading, [sessionId]: batches.length > 0 } }));
}

function failed(error: unknown): false {
  showToast({ title: 'What you attached can’t be read', detail: error instanceof Error ? error.message : String(error), tone: 'danger' });
  return false;
}

function boxOf(sessionId: string): Place {
  return {
    get: () => ({ text: draftOf(sessionId), extras: extrasOf(sessionId) }),
    set: ({ text, extras }) => {
      setDraft(sessionId, text);
      setExtras(sessionId, extras);
    },
  };
}

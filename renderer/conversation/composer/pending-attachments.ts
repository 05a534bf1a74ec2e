import { errorMessage } from '#shared/error-message.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { type Draft, draftOf, type DraftTarget, extrasOf, setDraft, setExtras, useDrafts } from './drafts.ts';
import { words } from '../words.ts';

/** Pasted texts beyond this become attachments. */
const LONG_PASTE = { chars: 10_000, lines: 200 };

export function isLongPaste(text: string): boolean {
  if (text.length > LONG_PASTE.chars) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > LONG_PASTE.lines;
}

interface Batch {
  target: DraftTarget;
  /** Whether everything was attached. */
  readonly read: Promise<boolean>;
}

/** Files being read for the draft, by session, in order. */
const pending = new Map<string, readonly Batch[]>();
/** The last that began to be read, by session. */
const last = new Map<string, Promise<boolean>>();

/** Attaches files in the order they were added, however long each takes to read. */
export function attachFiles(sessionId: string, files: readonly File[]): Promise<void> {
  return attach(sessionId, async (target) => (await import('./attach-files.ts')).attachAll(target, files));
}

/** Attaches a text too long for the box. */
export function attachText(sessionId: string, name: string, text: string): Promise<void> {
  return attach(sessionId, async (target) => (await import('./attach-files.ts')).attachText(target(), name, text));
}

export function isReading(sessionId: string): boolean {
  return pending.has(sessionId);
}

/**
 * Takes the draft out of the box for sending, once the files being read for it are attached; files added from now on belong to the next
 * message. `undefined` when nothing is being read. `whole`: no file failed.
 */
export function takeWithPending(sessionId: string, draft: Draft): Promise<{ readonly draft: Draft; readonly whole: boolean }> | undefined {
  const batches = pending.get(sessionId);
  if (!batches) return undefined;
  let left = draft;
  const target: DraftTarget = { get: () => left, set: (next) => (left = next) };
  for (const batch of batches) batch.target = target;
  setPending(sessionId, []);
  return Promise.all(batches.map(({ read }) => read)).then((read) => ({ draft: left, whole: read.every(Boolean) }));
}

async function attach(sessionId: string, attaching: (target: () => DraftTarget) => Promise<boolean>): Promise<void> {
  const before = last.get(sessionId) ?? Promise.resolve(true);
  const read = before.then(() => attaching(() => batch.target)).catch((error: unknown) => failed(error));
  const batch: Batch = { target: boxTarget(sessionId), read };
  last.set(sessionId, batch.read);
  setPending(sessionId, [...(pending.get(sessionId) ?? []), batch]);
  await batch.read;
  setPending(
    sessionId,
    (pending.get(sessionId) ?? []).filter((one) => one !== batch),
  );
}

function setPending(sessionId: string, batches: readonly Batch[]): void {
  if (batches.length === 0) pending.delete(sessionId);
  else pending.set(sessionId, batches);
  useDrafts.setState((state) => ({ reading: { ...state.reading, [sessionId]: batches.length > 0 } }));
}

function failed(error: unknown): false {
  showToast({ title: words.attachmentUnreadable, detail: errorMessage(error), tone: 'danger' });
  return false;
}

function boxTarget(sessionId: string): DraftTarget {
  return {
    get: () => ({ text: draftOf(sessionId), extras: extrasOf(sessionId) }),
    set: ({ text, extras }) => {
      setDraft(sessionId, text);
      setExtras(sessionId, extras);
    },
  };
}

import { applyEvent } from '#shared/session/fold.ts';
import type { StoredEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import type { ToolProgress } from '#shared/session/tool-view.ts';
import { knownEvent } from '#shared/session/known-event.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import { addFrame, closeBlocks, type LiveBlock, openBlocks } from './live-block.ts';

/** The window's state of one session. */
export interface SessionSlot {
  readonly status: 'loading' | 'ready' | 'error';
  readonly error: string | null;
  /** The session can't be written to disk, so it has stopped. */
  readonly halted: boolean;
  /**
   * Replaced with every batch of events, as are `items`, `callOrder`, `modelTimes` and `retryPauses` when they grow. `calls` stays the same object: read rows by ID; a
   * changed row is a new object.
   */
  readonly view: SessionView;
  /** Blocks the model is streaming, in order. */
  readonly live: readonly LiveBlock[];
  readonly progress: Readonly<Record<string, ToolProgress>>;
}

/** Always a new object: the fold mutates a view's containers. */
export function emptySlot(projectDir = ''): SessionSlot {
  return { status: 'loading', error: null, halted: false, view: { ...emptySessionView(), projectDir }, live: [], progress: {} };
}

/** `asking`: calls whose commands wait for input, which this window may not have heard. */
export function withSnapshot(slot: SessionSlot, view: SessionView, halted = false, asking: readonly string[] = []): SessionSlot {
  const progress = { ...slot.progress };
  for (const callId of asking) if (view.calls[callId]?.state === 'running') progress[callId] = { ...progress[callId], waitsForInput: true };
  return { ...slot, status: 'ready', error: null, halted, view, live: openBlocks(slot.live, view), progress };
}

/** Folds in a batch of events. Returns `gap` if an earlier event was missed: then a snapshot is needed. */
export function withEvents(slot: SessionSlot, events: readonly StoredEvent[]): SessionSlot | 'gap' {
  const view: SessionView = { ...slot.view };
  const itemsBefore = view.items.length;
  const callsBefore = view.callOrder.length;
  const modelTimesBefore = view.modelTimes.length;
  const pausesBefore = view.retryPauses.length;
  let { live, progress } = slot;
  for (const stored of events) {
    if (stored.seq <= view.seq) continue;
    if (stored.seq !== view.seq + 1) return 'gap';
    const event = knownEvent(stored);
    if (!event) {
      view.seq = stored.seq;
      continue;
    }
    applyEvent(view, event);
    live = closeBlocks(live, event);
    if (event.type === 'call.finished' && progress[event.data.callId]) {
      const { [event.data.callId]: _done, ...rest } = progress;
      progress = rest;
    }
  }
  if (view.items === slot.view.items && view.items.length !== itemsBefore) view.items = [...view.items];
  if (view.callOrder.length !== callsBefore) view.callOrder = [...view.callOrder];
  if (view.modelTimes.length !== modelTimesBefore) view.modelTimes = [...view.modelTimes];
  if (view.retryPauses.length !== pausesBefore) view.retryPauses = [...view.retryPauses];
  return { ...slot, view, live, progress };
}

/** Terminal frames go to their listeners (terminal-frames.ts). Progress is kept while its call runs. */
export function withFrames(slot: SessionSlot, frames: readonly SessionFrame[]): SessionSlot {
  let { live } = slot;
  const reported: Record<string, ToolProgress> = {};
  for (const frame of frames) {
    if (frame.type === 'text' || frame.type === 'call_input') live = addFrame(live, frame);
    else if (frame.type === 'progress' && slot.view.calls[frame.callId]?.state === 'running') reported[frame.callId] = frame.progress;
  }
  const progress = Object.keys(reported).length === 0 ? slot.progress : { ...slot.progress, ...reported };
  return live === slot.live && progress === slot.progress ? slot : { ...slot, live, progress };
}

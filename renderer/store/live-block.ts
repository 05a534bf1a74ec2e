import type { SessionEvent } from '#shared/session/event.ts';
import type { IncomingCall, SessionFrame } from '#shared/session/frame.ts';
import type { SessionView } from '#shared/session/view.ts';

/** A block that the model is still streaming. `id`: `messageId:index`, which its conversation item will have. */
export type LiveBlock = LiveText | LiveCall;

export interface LiveText {
  readonly kind: 'text' | 'thinking';
  readonly id: string;
  readonly text: string;
  /** A frame was missed: no more text is appended until the block closes. */
  readonly broken: boolean;
}

export interface LiveCall {
  readonly kind: 'call';
  readonly id: string;
  readonly call: IncomingCall;
}

type TextFrame = Extract<SessionFrame, { type: 'text' }>;
type LiveFrame = Extract<SessionFrame, { type: 'text' | 'call_input' }>;

/** Takes in one frame. Returns a new list; never mutates. */
export function addFrame(blocks: readonly LiveBlock[], frame: LiveFrame): readonly LiveBlock[] {
  const id = `${frame.messageId}:${frame.index}`;
  const at = blocks.findIndex((block) => block.id === id);
  const before = blocks[at];
  const block: LiveBlock = frame.type === 'text' ? withText(id, before, frame) : { kind: 'call', id, call: frame.call };
  if (!before) return [...blocks, block];
  return block === before ? blocks : blocks.with(at, block);
}

function withText(id: string, before: LiveBlock | undefined, { kind, offset, text }: TextFrame): LiveBlock {
  if (offset === 0) return { kind, id, text, broken: false };
  if (before?.kind !== kind) return { kind, id, text: '', broken: true };
  if (before.broken) return before;
  if (offset > before.text.length) return { ...before, broken: true };
  return { ...before, text: before.text.slice(0, offset) + text };
}

/** The blocks that are still open after an event. */
export function closeBlocks(live: readonly LiveBlock[], event: SessionEvent): readonly LiveBlock[] {
  if (live.length === 0) return live;
  if (event.type === 'request.ended' || event.type === 'turn.ended') return [];
  if (event.type === 'assistant.block') return live.filter((block) => block.id !== `${event.data.messageId}:${event.data.index}`);
  return live;
}

/** The blocks that are still open according to a snapshot. A message has the id of its request. */
export function openBlocks(live: readonly LiveBlock[], { request, items }: SessionView): readonly LiveBlock[] {
  if (request === null) return [];
  return live.filter(({ id }) => id.startsWith(`${request.requestId}:`) && !items.some((item) => item.id === id));
}

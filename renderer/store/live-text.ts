import type { SessionFrame } from '#shared/session/frame.ts';

/** A block that the model is still streaming. */
export interface LiveBlock {
  /** `messageId:index`, the ID its conversation item will have. */
  readonly id: string;
  readonly kind: 'text' | 'thinking' | 'tool_input';
  readonly text: string;
  /** A frame was missed: no more text is appended until the block closes. */
  readonly broken: boolean;
}

type TextFrame = Extract<SessionFrame, { type: 'text' }>;

/** Appends one frame. Returns a new list with new blocks; never mutates. */
export function addTextFrame(blocks: readonly LiveBlock[], frame: TextFrame): readonly LiveBlock[] {
  const id = `${frame.messageId}:${frame.index}`;
  const at = blocks.findIndex((block) => block.id === id);
  const block = blocks[at];
  if (!block) return [...blocks, { id, kind: frame.kind, text: frame.offset === 0 ? frame.text : '', broken: frame.offset !== 0 }];
  if (frame.offset === 0) return blocks.with(at, { id, kind: frame.kind, text: frame.text, broken: false });
  if (block.broken) return blocks;
  if (frame.offset > block.text.length) return blocks.with(at, { ...block, broken: true });
  return blocks.with(at, { ...block, text: block.text.slice(0, frame.offset) + frame.text });
}

import type { SessionFrame } from '#shared/session/frame.ts';

/** A block that is still being written by the model. */
export interface LiveBlock {
  /** `messageId:index`, the id its conversation item will have. */
  readonly id: string;
  readonly kind: 'text' | 'thinking' | 'tool_input';
  readonly text: string;
  /** A frame was missed: nothing more is shown until the block closes. */
  readonly broken: boolean;
}

type TextFrame = Extract<SessionFrame, { type: 'text' }>;

/** The blocks with one frame added; blocks and the list are replaced, never changed. */
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

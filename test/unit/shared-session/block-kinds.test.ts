import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTextBlock, isThinkingBlock, isToolUseBlock } from '#shared/session/block-kinds.ts';
import { textBlockSchema, thinkingBlockSchema, toolUseBlockSchema } from '#shared/session/content.ts';

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.constant(undefined),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.string()),
);
const block = fc.record(
  {
    type: fc.constantFrom('text', 'thinking', 'tool_use', 'redacted_thinking', 'other'),
    text: value,
    thinking: value,
    signature: value,
    id: value,
    name: value,
    input: value,
  },
  { requiredKeys: ['type'] },
);

it('distinguishes blocks as their schemas do', () => {
  fc.assert(
    fc.property(block, (one) => {
      expect(isTextBlock(one)).toBe(textBlockSchema.safeParse(one).success);
      expect(isThinkingBlock(one)).toBe(thinkingBlockSchema.safeParse(one).success);
      expect(isToolUseBlock(one)).toBe(toolUseBlockSchema.safeParse(one).success);
    }),
    { numRuns: 1000 },
  );
});

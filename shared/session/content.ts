import { z } from 'zod';

/** Content blocks as the Messages API sends and takes them. Unknown kinds and fields are kept verbatim. */
export const textBlockSchema = z.looseObject({ type: z.literal('text'), text: z.string() });
export const thinkingBlockSchema = z.looseObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().optional() });
const redactedThinkingBlockSchema = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() });
export const toolUseBlockSchema = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
});
const otherBlockSchema = z.looseObject({ type: z.string() });
export const assistantBlockSchema = z.union([
  textBlockSchema,
  thinkingBlockSchema,
  redactedThinkingBlockSchema,
  toolUseBlockSchema,
  otherBlockSchema,
]);
export type AssistantBlock = z.infer<typeof assistantBlockSchema>;
export type TextBlock = z.infer<typeof textBlockSchema>;
export type ThinkingBlock = z.infer<typeof thinkingBlockSchema>;
export type ToolUseBlock = z.infer<typeof toolUseBlockSchema>;

const imageBlockSchema = z.object({
  type: z.literal('image'),
  source: z.object({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
});
export type ImageBlock = z.infer<typeof imageBlockSchema>;

const plainTextBlockSchema = z.object({ type: z.literal('text'), text: z.string() });

/** Names a tool whose definition the model is to have from here on (SPEC R5). */
const toolReferenceBlockSchema = z.object({ type: z.literal('tool_reference'), tool_name: z.string() });
export type ToolReferenceBlock = z.infer<typeof toolReferenceBlockSchema>;

/** What a `tool_result` carries: a string, or text and image blocks, or the tools that a search found. */
export const resultContentSchema = z.union([
  z.string(),
  z.array(z.union([plainTextBlockSchema, imageBlockSchema, toolReferenceBlockSchema])),
]);
export type ResultContent = z.infer<typeof resultContentSchema>;

export const userContentSchema = z.array(z.union([plainTextBlockSchema, imageBlockSchema]));
export type UserContent = z.infer<typeof userContentSchema>;

/** Characters of all texts that go along with one message. */
export const MAX_EXTRA_CHARS = 4_000_000;

/** What goes along with a typed message: images, and texts too long to stand in it. */
export const messageExtrasSchema = z.strictObject({
  images: z.array(imageBlockSchema).max(20),
  texts: z
    .array(z.strictObject({ name: z.string().min(1).max(255), text: z.string().max(MAX_EXTRA_CHARS) }))
    .max(20)
    .refine((texts) => texts.reduce((sum, { text }) => sum + text.length, 0) <= MAX_EXTRA_CHARS, 'is too much text for one message'),
});
export type MessageExtras = z.infer<typeof messageExtrasSchema>;

export const usageSchema = z.object({
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_creation_input_tokens: z.number().default(0),
  cache_read_input_tokens: z.number().default(0),
});
export type Usage = z.infer<typeof usageSchema>;

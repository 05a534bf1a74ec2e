import { z } from 'zod';

/** Content blocks of the Messages API. Unknown kinds and fields are kept verbatim. */
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

/** A PDF file. */
const documentBlockSchema = z.object({
  type: z.literal('document'),
  source: z.object({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.string() }),
});
export type DocumentBlock = z.infer<typeof documentBlockSchema>;

const plainTextBlockSchema = z.object({ type: z.literal('text'), text: z.string() });

/** Names a tool whose definition the model gets from here on (SPEC R5). */
const toolReferenceBlockSchema = z.object({ type: z.literal('tool_reference'), tool_name: z.string() });
export type ToolReferenceBlock = z.infer<typeof toolReferenceBlockSchema>;

/** The content of a `tool_result`: a string, or text, image and document blocks, or the tools that a search found. */
export const resultContentSchema = z.union([
  z.string(),
  z.array(z.union([plainTextBlockSchema, imageBlockSchema, documentBlockSchema, toolReferenceBlockSchema])),
]);
export type ResultContent = z.infer<typeof resultContentSchema>;

/** What an MCP server returns besides the content, with its own field names. */
export const mcpMetaSchema = z.object({ _meta: z.record(z.string(), z.unknown()).optional(), structuredContent: z.unknown().optional() });
export type McpMeta = z.infer<typeof mcpMetaSchema>;

export const userContentSchema = z.array(z.union([plainTextBlockSchema, imageBlockSchema, documentBlockSchema]));
export type UserContent = z.infer<typeof userContentSchema>;

/** Maximum characters of all texts attached to one message. */
export const MAX_EXTRA_CHARS = 4_000_000;

/** Maximum number of images of one message. */
export const MAX_IMAGES = 20;
export const messageImagesSchema = z.array(imageBlockSchema).max(MAX_IMAGES);

/** Attachments of a typed message: images, and texts too long for the message itself. */
export const messageExtrasSchema = z.strictObject({
  images: messageImagesSchema,
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

import { z } from 'zod';
import { formatBytes } from '#shared/format-bytes.ts';
import { type McpMeta, mcpMetaSchema, type ResultContent } from '#shared/session/content.ts';
import type { RawCallResult } from '../connection/connection.ts';

/** Image types the model accepts. Others are named, not sent. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** The Messages API's limit on an image, in characters of base64. */
const MAX_IMAGE_CHARS = 5 * 1024 * 1024;
const MAX_IMAGES = 20;
/** Limit on text, also for the file with the full result. */
const MAX_TEXT_CHARS = 16 * 1024 * 1024;

const UNKNOWN_PART = '[a part of a kind that can’t be shown was left out]';

export const resourceSchema = z.looseObject({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
});

const partSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('text'), text: z.string() }),
    z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
    z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
    z.looseObject({ type: z.literal('resource'), resource: resourceSchema }),
    z.looseObject({
      type: z.literal('resource_link'),
      uri: z.string(),
      name: z.string().optional(),
      description: z.string().optional(),
      mimeType: z.string().optional(),
    }),
  ]),
);

type Block = Extract<Exclude<ResultContent, string>[number], { type: 'text' | 'image' }>;

/** A server's answer as content for the model: text and images; anything else is named. Bounded; never throws. */
export function contentOf({ content, structuredContent }: Pick<RawCallResult, 'content' | 'structuredContent'>): ResultContent {
  const blocks = content.flatMap((part) => blocksOf(part));
  const structured = structuredText(structuredContent);
  // Structured content that is also there as text is not repeated.
  if (structured !== undefined && !blocks.some((block) => block.type === 'text' && sameJson(block.text, structured)))
    blocks.push(text(structured));
  return bounded(blocks);
}

export type Resource = z.output<typeof resourceSchema>;

/** The parts of a resource as content for the model. `invalid`: how many others the server sent. */
export function resourceContentOf(contents: readonly Resource[], invalid: number): ResultContent {
  return bounded([...contents.flatMap(resourceBlocks), ...Array.from({ length: Math.min(invalid, MAX_IMAGES) }, () => text(UNKNOWN_PART))]);
}

/** Characters of JSON; more is not kept. */
const MAX_META_CHARS = 64 * 1024;

/** What a server says beside the content of an answer. Bounded; never throws. */
export function metaOf({ meta, structuredContent }: Pick<RawCallResult, 'meta' | 'structuredContent'>): McpMeta | undefined {
  const kept = mcpMetaSchema.safeParse({ ...(meta && { _meta: meta }), ...(structuredContent !== undefined && { structuredContent }) });
  if (!kept.success || Object.keys(kept.data).length === 0) return undefined;
  const json = structuredText(kept.data);
  return json === undefined || json.length > MAX_META_CHARS ? undefined : kept.data;
}

function blocksOf(raw: unknown): Block[] {
  const parsed = partSchema.safeParse(raw);
  if (!parsed.success) return [text(UNKNOWN_PART)];
  const part = parsed.data;
  switch (part.type) {
    case 'text':
      return [text(part.text)];
    case 'image':
      return [imageOf(part.data, part.mimeType)];
    case 'audio':
      return [text(`[audio (${part.mimeType}, ${formatBytes(bytesOf(part.data))}) was left out]`)];
    case 'resource':
      return resourceBlocks(part.resource);
    case 'resource_link':
      return [
        text(
          `[resource ${part.uri}${part.name === undefined ? '' : ` “${part.name}”`}${part.mimeType === undefined ? '' : ` (${part.mimeType})`}]`,
        ),
      ];
  }
}

function resourceBlocks({ uri, mimeType = 'application/octet-stream', text: body, blob }: z.output<typeof resourceSchema>): Block[] {
  if (body !== undefined) return [text(`[resource ${uri}]\n${body}`)];
  if (blob === undefined) return [text(`[resource ${uri} is empty]`)];
  if (IMAGE_TYPES.has(mimeType)) return [text(`[resource ${uri}]`), imageOf(blob, mimeType)];
  return [text(`[resource ${uri} (${mimeType}, ${formatBytes(bytesOf(blob))}) is no text and was left out]`)];
}

function imageOf(data: string, mimeType: string): Block {
  if (!IMAGE_TYPES.has(mimeType)) return text(`[an image of the type ${mimeType} was left out]`);
  if (data.length > MAX_IMAGE_CHARS)
    return text(`[an image of ${formatBytes(bytesOf(data))} was left out: it is larger than the model takes]`);
  if (data === '' || !/^[A-Za-z0-9+/]*={0,2}$/u.test(data)) return text('[an image that isn’t valid base64 was left out]');
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
}

function bounded(blocks: readonly Block[]): ResultContent {
  const kept: Block[] = [];
  let images = 0;
  let chars = 0;
  for (const block of blocks) {
    if (block.type === 'image') {
      images += 1;
      if (images <= MAX_IMAGES) kept.push(block);
      continue;
    }
    const remaining = MAX_TEXT_CHARS - chars;
    if (remaining <= 0) break;
    kept.push(
      block.text.length <= remaining ? block : text(`${block.text.slice(0, remaining).toWellFormed()}\n[cut: more than 16 MB of text]`),
    );
    chars += block.text.length;
  }
  if (images > MAX_IMAGES) kept.push(text(`[${images - MAX_IMAGES} more images were left out]`));
  const texts = kept.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (texts.length === kept.length) return texts.length === 0 ? '(no output)' : texts.join('\n');
  // The API rejects requests with a blank text block, and so every later one of the conversation.
  return kept.filter((block) => block.type === 'image' || block.text.trim() !== '');
}

function structuredText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    // What can't be written as JSON isn't shown.
    return undefined;
  }
}

function sameJson(body: string, json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) === json;
  } catch {
    // Not JSON: not the same.
    return false;
  }
}

function text(body: string): Block {
  return { type: 'text', text: body.toWellFormed() };
}

function bytesOf(base64: string): number {
  return Math.ceil((base64.length * 3) / 4);
}

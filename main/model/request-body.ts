import type { ModelRequest } from './client.ts';

const COMMA = Buffer.from(',');

/**
 * The bytes of an object that is sent again and again. A conversation is repeated whole with each request, so without this a turn
 * would cost more the longer its session is. By identity: what is sent is never changed in place.
 */
const known = new WeakMap<object, Buffer>();

/**
 * The request's body: JSON, byte for byte what `JSON.stringify` makes of the whole. Field order is fixed, so equal requests are
 * equal bytes.
 */
export function requestBody(request: ModelRequest, stream: boolean): Uint8Array {
  const { model, maxTokens, system, tools, messages } = request;
  return Buffer.concat([
    Buffer.from(`{"model":${JSON.stringify(model)},"max_tokens":${maxTokens},`),
    ...(system.length > 0 ? [Buffer.from(`"system":${JSON.stringify(system)},`)] : []),
    ...(tools.length > 0 ? [Buffer.from('"tools":'), ...listOf(tools), COMMA] : []),
    Buffer.from('"messages":'),
    ...listOf(messages),
    Buffer.from(`,"stream":${stream}}`),
  ]);
}

function listOf(items: readonly object[]): Buffer[] {
  return [Buffer.from('['), ...items.flatMap((item, index) => (index === 0 ? [bytesOf(item)] : [COMMA, bytesOf(item)])), Buffer.from(']')];
}

function bytesOf(item: object): Buffer {
  let bytes = known.get(item);
  if (!bytes) {
    bytes = Buffer.from(JSON.stringify(item));
    known.set(item, bytes);
  }
  return bytes;
}

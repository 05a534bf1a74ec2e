import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Longest body of a request, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** Creates a key for callers of a webhook: 256 random bits. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** The digest of a key, which is stored in its place. */
export function keyDigest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Whether the key has this digest, in constant time. */
export function isKey(key: string, digest: string): boolean {
  const [given, known] = [Buffer.from(keyDigest(key), 'hex'), Buffer.from(digest, 'hex')];
  return given.length === known.length && timingSafeEqual(given, known);
}

/** The key in a request; `undefined` if there is none. */
export function bearerKey({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w-]{20,100})$/iu.exec(headers.authorization ?? '')?.[1];
}

/** The trigger that a request is for: `/hooks/<id>`. */
export function triggerIdOf({ url }: IncomingMessage): string | undefined {
  return /^\/hooks\/([\w-]{1,100})$/u.exec(url ?? '')?.[1];
}

/**
 * Whether a request names this machine's own address as its host (not another name that resolves to it) and doesn't come from a web page,
 * for which browsers send the page's origin.
 */
export function isFromProgram({ headers }: IncomingMessage, port: number): boolean {
  const hosts = [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`];
  return hosts.includes(headers.host ?? '') && headers.origin === undefined && headers['sec-fetch-site'] === undefined;
}

export type RequestBody = { readonly type: 'text'; readonly text: string } | { readonly type: 'too_large' } | { readonly type: 'not_text' };

/** Reads the body up to the limit. Rejects when the connection breaks. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { type: 'too_large' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return { type: 'not_text' };
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return { type: 'too_large' };
    chunks.push(chunk);
  }
  try {
    return { type: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    // The bytes aren't UTF-8.
    return { type: 'not_text' };
  }
}

import { parseJson } from '#shared/json-limits.ts';
import { printableJson } from '#shared/printable.ts';
import { createHash, hash } from 'node:crypto';

const HASH = '[0-9a-f]{64}';
const SEAL = new RegExp(`^,"prev":"(${HASH})","hash":"(${HASH})"\\}$`);
const SEAL_BYTES = `,"prev":"","hash":""}`.length + 2 * 64;

/** `prev` of the first line of a list without a random start. */
export const NO_LINE: string = '0'.repeat(64);

/**
 * One line of a chain, without its newline: the body's JSON with `prev` and `hash` as its last members, where hash = SHA-256(prev + the
 * body's JSON). Computed from bytes, not values, so that no other spelling of the same value is accepted.
 */
export function sealLine(prev: string, body: object): { readonly line: string; readonly hash: string } {
  const json = printableJson(body);
  const digest = hash('sha256', prev + json);
  return { line: `${json.slice(0, -1)},"prev":"${prev}","hash":"${digest}"}`, hash: digest };
}

export type OpenedLine =
  | { readonly ok: true; readonly prev: string; readonly hash: string; readonly body: unknown }
  | { readonly ok: false; readonly message: string };

/** Checks a line by itself; only the reader knows whether `prev` is right. */
export function openLine(bytes: Buffer): OpenedLine {
  const tail = SEAL.exec(bytes.toString('latin1', Math.max(0, bytes.length - SEAL_BYTES)));
  const [, prev, digest] = tail ?? [];
  if (prev === undefined || digest === undefined) return { ok: false, message: 'its end isn’t that of a line of this log' };
  const inner = bytes.subarray(0, bytes.length - SEAL_BYTES);
  if (createHash('sha256').update(prev).update(inner).update('}').digest('hex') !== digest) {
    return { ok: false, message: 'its content does not match its hash' };
  }
  try {
    return { ok: true, prev, hash: digest, body: parseJson(`${inner.toString('utf8')}}`) };
  } catch {
    // The message is the report.
    return { ok: false, message: 'it is not JSON' };
  }
}

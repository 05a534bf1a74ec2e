import { isUtf8 } from 'node:buffer';
import { decodeWindows1252, encodeWindows1252, Windows1252Evidence } from './windows-1252.ts';

export type TextEncoding = 'utf8' | 'utf16le' | 'utf16be' | 'windows1252';

/** A decoded text file, with what is needed to encode it again without changing anything else. */
export interface TextFile {
  /** As stored, with its line ends, without byte order mark. */
  readonly raw: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
  /** The line end of most lines. */
  readonly lineEnd: '\n' | '\r\n';
  /** False if the bytes aren't valid in `encoding`, so that writing `raw` back would lose some. */
  readonly valid: boolean;
}

/** Bytes checked to tell text from binary content. */
const SNIFF_BYTES = 8192;

export function detectEncoding(bytes: Uint8Array): { readonly encoding: keyof typeof DECODER_NAMES; readonly bomLength: number } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf16le', bomLength: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf16be', bomLength: 2 };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf8', bomLength: 3 };
  return { encoding: 'utf8', bomLength: 0 };
}

/** A file is binary if it is not UTF-16 and has a zero byte. */
export function looksBinary(bytes: Uint8Array): boolean {
  return detectEncoding(bytes).encoding === 'utf8' && bytes.subarray(0, SNIFF_BYTES).includes(0);
}

export function decodeText(bytes: Uint8Array): TextFile {
  const { encoding, bomLength } = detectEncoding(bytes);
  const body = bytes.subarray(bomLength);
  const raw = textDecoder(encoding)(body, { isLast: true });
  const valid = encoding === 'utf8' ? isUtf8(body) : isValid(body, encoding);
  if (!valid && encoding === 'utf8' && bomLength === 0 && isWindows1252(raw, body)) {
    const text = decodeWindows1252(body);
    return { raw: text, encoding: 'windows1252', bom: false, lineEnd: commonLineEnd(text), valid: true };
  }
  return { raw, encoding, bom: bomLength > 0, lineEnd: commonLineEnd(raw), valid };
}

function isWindows1252(raw: string, body: Uint8Array): boolean {
  const evidence = new Windows1252Evidence();
  evidence.add(raw, body);
  return evidence.isMet;
}

/** `undefined` if the encoding lacks a character of the text. */
export function encodeText(file: Pick<TextFile, 'raw' | 'encoding' | 'bom'>): Buffer | undefined {
  if (file.encoding === 'windows1252') return encodeWindows1252(file.raw);
  const body = Buffer.from((file.bom ? '\ufeff' : '') + file.raw, file.encoding === 'utf8' ? 'utf8' : 'utf16le');
  return file.encoding === 'utf16be' ? body.swap16() : body;
}

const DECODER_NAMES = { utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be' } as const;

/** Decodes a file piece by piece. The byte order mark must have been removed. */
export function textDecoder(encoding: TextEncoding): (bytes: Uint8Array, options: { readonly isLast: boolean }) => string {
  if (encoding === 'windows1252') return decodeWindows1252;
  const decoder = new TextDecoder(DECODER_NAMES[encoding], { ignoreBOM: true });
  return (bytes, { isLast }) => decoder.decode(bytes, { stream: !isLast });
}

/** The text that tools show and compare: every line end is `\n`. */
export function toLineFeeds(raw: string): string {
  return raw.replaceAll('\r\n', '\n');
}

function commonLineEnd(raw: string): '\n' | '\r\n' {
  const crlf = raw.split('\r\n').length - 1;
  const all = raw.split('\n').length - 1;
  return crlf * 2 > all ? '\r\n' : '\n';
}

function isValid(body: Uint8Array, encoding: 'utf16le' | 'utf16be'): boolean {
  try {
    new TextDecoder(DECODER_NAMES[encoding], { fatal: true, ignoreBOM: true }).decode(body);
    return true;
  } catch {
    // The bytes are invalid.
    return false;
  }
}

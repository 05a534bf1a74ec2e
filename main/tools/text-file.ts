export type TextEncoding = 'utf8' | 'utf16le' | 'utf16be';

/** A text file taken apart so that it can be put together again with everything kept that wasn't edited. */
export interface TextFile {
  /** As stored, line ends included, byte order mark removed. */
  readonly raw: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
  /** The line end most lines have. */
  readonly lineEnd: '\n' | '\r\n';
  /** False when the bytes aren't valid in `encoding`: what is shown isn't all there, so it mustn't be written back. */
  readonly valid: boolean;
}

/** How many bytes decide whether a file is text. */
const SNIFF_BYTES = 8192;

export function detectEncoding(bytes: Uint8Array): { readonly encoding: TextEncoding; readonly bomLength: number } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf16le', bomLength: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf16be', bomLength: 2 };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf8', bomLength: 3 };
  return { encoding: 'utf8', bomLength: 0 };
}

/** A zero byte in what isn't UTF-16 makes a file binary. */
export function looksBinary(bytes: Uint8Array): boolean {
  return detectEncoding(bytes).encoding === 'utf8' && bytes.subarray(0, SNIFF_BYTES).includes(0);
}

export function decodeText(bytes: Uint8Array): TextFile {
  const { encoding, bomLength } = detectEncoding(bytes);
  const body = bytes.subarray(bomLength);
  const decoder = decoderName(encoding);
  const raw = new TextDecoder(decoder, { ignoreBOM: true }).decode(body);
  return { raw, encoding, bom: bomLength > 0, lineEnd: commonLineEnd(raw), valid: isValid(body, decoder) };
}

export function encodeText(file: Pick<TextFile, 'raw' | 'encoding' | 'bom'>): Buffer {
  const body = Buffer.from((file.bom ? '\ufeff' : '') + file.raw, file.encoding === 'utf8' ? 'utf8' : 'utf16le');
  return file.encoding === 'utf16be' ? body.swap16() : body;
}

export function decoderName(encoding: TextEncoding): string {
  return encoding === 'utf16be' ? 'utf-16be' : encoding === 'utf16le' ? 'utf-16le' : 'utf-8';
}

/** What tools show and match against: every line end is `\n`. */
export function toLineFeeds(raw: string): string {
  return raw.replaceAll('\r\n', '\n');
}

function commonLineEnd(raw: string): '\n' | '\r\n' {
  const crlf = raw.split('\r\n').length - 1;
  const all = raw.split('\n').length - 1;
  return crlf * 2 > all ? '\r\n' : '\n';
}

function isValid(body: Uint8Array, decoder: string): boolean {
  try {
    new TextDecoder(decoder, { fatal: true, ignoreBOM: true }).decode(body);
    return true;
  } catch {
    // The answer is that it isn't valid.
    return false;
  }
}

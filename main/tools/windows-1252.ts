/** The characters of bytes 0x80 to 0x9f; undefined bytes map to the character with their number, so that none is lost. */
const HIGH_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

export function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replaceAll(/[\u0080-\u009f]/gu, (char) => HIGH_CONTROLS.charAt(char.charCodeAt(0) - 0x80));
}

/** `undefined` if the text has a character that the code page lacks. */
export function encodeWindows1252(text: string): Buffer | undefined {
  let isPossible = true;
  const latin1 = text.replaceAll(/[^\u0000-\u007f\u00a0-\u00ff]/gu, (char) => {
    const at = HIGH_CONTROLS.indexOf(char);
    if (at === -1) isPossible = false;
    return String.fromCharCode(0x80 + at);
  });
  return isPossible ? Buffer.from(latin1, 'latin1') : undefined;
}

const NOT_ASCII_TEXT = /[^\u0009-\u000d\u001b\u0020-\u007e\ufffd]/u;

/** Determines from decoded text whether a file that isn't valid UTF-8 is Windows-1252. */
export class Windows1252Evidence {
  #hasInvalid = false;
  #hasOther = false;

  /** `text`: `bytes` decoded as UTF-8, with U+FFFD for invalid bytes. */
  add(text: string, bytes: Uint8Array): void {
    if (!text.includes('\ufffd')) {
      this.#hasOther ||= NOT_ASCII_TEXT.test(text);
      return;
    }
    this.#hasInvalid = true;
    // Valid UTF-8 beyond ASCII hardly occurs by accident, and text has no control characters.
    this.#hasOther ||= NOT_ASCII_TEXT.test(text) || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('\ufffd');
  }

  get isMet(): boolean {
    return this.#hasInvalid && !this.#hasOther;
  }
}

/** What node-pty gives as output: bytes, and on Windows text that it has decoded, whatever it was asked for. */
export function ptyBytes(data: unknown): Buffer {
  if (Buffer.isBuffer(data)) return data;
  if (typeof data === 'string') return Buffer.from(data);
  throw new TypeError(`A terminal’s output is ${typeof data}, neither bytes nor text.`);
}

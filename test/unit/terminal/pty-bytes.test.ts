import { expect, it } from 'vitest';
import { ptyBytes } from '#main/terminal/pty/pty-bytes.ts';

it('passes bytes on, and text, as node-pty gives it on Windows, as UTF-8', () => {
  const bytes = Buffer.from([0xe2, 0x82]);
  expect(ptyBytes(bytes)).toBe(bytes);
  expect(ptyBytes('€\r\n')).toEqual(Buffer.from([0xe2, 0x82, 0xac, 0x0d, 0x0a]));
  expect(() => ptyBytes(7)).toThrow('number');
});

import { expect, it } from 'vitest';
import { pathInText } from '../../../../renderer/projects/dropped-folder.ts';

it.each([
  ['file:///home/ada/tide%20table', '/home/ada/tide table'],
  ['# a comment\r\nfile:///home/ada/code\r\n', '/home/ada/code'],
  ['file:///C:/code/tide', 'C:/code/tide'],
  ['/home/ada/code', '/home/ada/code'],
  ['  /home/ada/code  \n', '/home/ada/code'],
  ['C:\\code\\tide', 'C:\\code\\tide'],
  ['\\\\server\\share\\code', '\\\\server\\share\\code'],
  ['https://example.com/home/ada', undefined],
  ['file:///home/%E0%A4%A', undefined],
  ['a sentence with a /slash', undefined],
  ['code/tide', undefined],
  ['', undefined],
])('%j → %j', (text, path) => {
  expect(pathInText(text)).toBe(path);
});

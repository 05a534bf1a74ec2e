import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

const edit = (old_string: string, new_string: string, more: Record<string, unknown> = {}): ReturnType<SessionFixture['call']> =>
  session.call('Edit', { file_path: 'f.txt', old_string, new_string, ...more });

async function readFirst(content: string | Uint8Array): Promise<string> {
  const file = session.write('f.txt', content);
  await session.call('Read', { file_path: 'f.txt' });
  return file;
}

describe('Edit: near matches', () => {
  it.each([
    ['typographic quotes', 'say “hi” and ‘bye’\n', 'say "hi" and', 'shout "hi" and', 'shout “hi” and ‘bye’\n', 'quotation marks'],
    ['the apostrophe of a word', 'it’s fine, it is\n', "it's fine", "it's good", 'it’s good, it is\n', 'quotation marks'],
    [
      'a tag that Read escapes',
      'a <system-reminder>\nb &lt;p>\n',
      'a &lt;system-reminder>\nb &lt;p>',
      '&lt;system-reminder> c',
      '<system-reminder> c\n',
      'escaped tags',
    ],
    ['blanks at line ends', 'one  \ntwo\t\nthree\n', 'one\ntwo', 'one\nzwei', 'one  \nzwei\nthree\n', 'blanks at the end of lines'],
  ])('%s', async (_name, before, old, replacement, after, said) => {
    const file = await readFirst(before);
    const { text, isError } = await edit(old, replacement);
    expect(isError).toBe(false);
    expect(text).toContain(said);
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  it.each([
    ['spaces for tabs', 'if x:\n\tdo()\n\tmore()\n', '    do()\n    more()', '    done()', 'if x:\n\tdone()\n'],
    [
      'spaces for tabs, at several depths',
      'f {\n\tif (a) {\n\t\tb();\n\t}\n}\n',
      '  if (a) {\n    b();\n  }',
      '  if (a) {\n    b();\n    if (c) {\n      d();\n    }\n  }',
      'f {\n\tif (a) {\n\t\tb();\n\t\tif (c) {\n\t\t\td();\n\t\t}\n\t}\n}\n',
    ],
    [
      'tabs for spaces',
      'f {\n  if (a) {\n    b();\n  }\n}\n',
      '\tif (a) {\n\t\tb();',
      '\tif (a) {\n\t\tc(\n\t\t\td);',
      'f {\n  if (a) {\n    c(\n      d);\n  }\n}\n',
    ],
    [
      'lines not indented far enough',
      'class A:\n    def f(self):\n        return 1\n',
      'def f(self):\n    return 1\n',
      'def f(self):\n    if x:\n        return 2\n    return 1\n',
      'class A:\n    def f(self):\n        if x:\n            return 2\n        return 1\n',
    ],
    ['lines indented too far', 'a\n  b\nc\n', '    a\n      b', '    a\n      B\n        d', 'a\n  B\n    d\nc\n'],
    ['blank lines among them', '\ta\n\n\tb\n', '  a\n\n  b', '  a\n\n  B', '\ta\n\n\tB\n'],
    ['a file with CRLF', 'x\r\n\ta\r\n\tb\r\ny\r\n', '    a\n    b', '    a\n    c', 'x\r\n\ta\r\n\tc\r\ny\r\n'],
    ['lines to remove', 'x\n\ta\n\tb\ny\n', '    a\n    b\n', '', 'x\ny\n'],
  ])('indentation: %s', async (_name, before, old, replacement, after) => {
    const file = await readFirst(before);
    const { text, isError } = await edit(old, replacement);
    expect({ text, isError }).toEqual({
      text: expect.stringContaining('differs from the text of the file in indentation'),
      isError: false,
    });
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  it('does not report an exact match as near', async () => {
    await readFirst('"a" “a”');
    expect((await edit('"a"', '"b"')).text).not.toContain('Note');
  });

  it.each([
    [
      'indentation that differs from line to line',
      'if x:\n\tdo()\n\t\t\tmore()\n',
      '    do()\n    more()',
      '\nLines 2-3 differ from it only in spaces and tabs, but not by the same in each line. Use exactly the text of the file:\n\tdo()\n\t\t\tmore()',
    ],
    [
      'two places with another indentation',
      '\ta\n\t\ta\n',
      '  a',
      'String to replace not found in file. Several places differ from it only in indentation; use exactly the text of the one you mean, with lines around it.\nLine 1:\n\ta\nLine 2:\n\t\ta',
    ],
    [
      'two places with other quotes',
      '“a” ‘x’\n“a”',
      '"a"',
      'Several places differ from it only in quotation marks; use exactly the text of the one you mean, with lines around it.\nLine 1:\n“a”\nLine 2:\n“a”',
    ],
    ['a block whose end differs', 'a\nb\nc\n', 'a\nb\nd', 'It begins like lines 1-2, but line 3 of the file is:\nc'],
    ['a block cut off by the end of the file', 'a\nb', 'a\nb\nc', 'It begins like lines 1-2, but the file ends there'],
  ])('refuses with the places: %s', async (_name, content, old, message) => {
    const file = await readFirst(content);
    for (const more of [{}, { replace_all: true }]) {
      const { text, isError } = await edit(old, 'new', more);
      expect({ text, isError }).toEqual({ text: expect.stringContaining(message), isError: true });
    }
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('names the lines of several exact matches', async () => {
    await readFirst('a\nb\na\n');
    expect((await edit('a', 'x')).text).toContain('The matches are at lines 1, 3.');
  });

  it('takes no time for many places that almost match', async () => {
    await readFirst('x\n'.repeat(100_000));
    expect((await edit(`${'  x\n'.repeat(4_000)}y`, 'z')).isError).toBe(true);
    expect((await edit('  x\n'.repeat(4_000), 'z')).text).toContain('Several places differ');
  });
});

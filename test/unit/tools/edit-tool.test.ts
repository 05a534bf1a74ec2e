import { chmodSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

const STATE = '(file state is current in your context — no need to Read it back)';
const edit = (old_string: string, new_string: string, more: Record<string, unknown> = {}): ReturnType<SessionFixture['call']> =>
  session.call('Edit', { file_path: 'f.txt', old_string, new_string, ...more });

async function readFirst(content: string | Uint8Array): Promise<string> {
  const file = session.write('f.txt', content);
  await session.call('Read', { file_path: 'f.txt' });
  return file;
}

describe('Edit: changes', () => {
  it.each<[string, string | Buffer, string, string, Record<string, unknown>, string | Buffer]>([
    ['one place', 'a b c', 'b', 'X', {}, 'a X c'],
    ['every place', 'a b a', 'a', 'X', { replace_all: true }, 'X b X'],
    ['removal', 'a b c', ' b', '', {}, 'a c'],
    ['text that looks like a pattern', 'a $& b', '$&', "$'$1", {}, "a $'$1 b"],
    ['CRLF stays', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', {}, 'x\r\ny\r\nz\r\nc\r\n'],
    ['keeps mixed line endings elsewhere', 'a\nb\r\nc\r\nd\n', 'c', 'C', {}, 'a\nb\r\nC\r\nd\n'],
    ['a line ending itself', 'a\r\nb\r\n', 'a\nb', 'ab', {}, 'ab\r\n'],
    ['keeps the byte order mark', '\ufeffa b', 'a', 'X', {}, '\ufeffX b'],
    ['UTF-16 stays', Buffer.from('\ufeffäb\r\nc', 'utf16le'), 'ä', 'ö', {}, Buffer.from('\ufefföb\r\nc', 'utf16le')],
    [
      'UTF-16, big end first, stays',
      Buffer.from('\ufeffäb', 'utf16le').swap16(),
      'ä',
      'ö',
      {},
      Buffer.from('\ufefföb', 'utf16le').swap16(),
    ],
    ['Windows-1252 stays', Buffer.from('caf\xe9 \x80', 'latin1'), 'é', 'ü“', {}, Buffer.from('caf\xfc\x93 \x80', 'latin1')],
    ['adds no final line feed', 'a', 'a', 'b', {}, 'b'],
    ['Windows line endings in the input', 'a\nb\n', 'a\r\nb', 'x\r\ny', {}, 'x\ny\n'],
  ])('%s', async (_name, before, old, replacement, more, after) => {
    const file = await readFirst(before);
    expect(await edit(old, replacement, more)).toMatchObject({ isError: false });
    expect(readFileSync(file)).toEqual(Buffer.from(after));
  });

  it('reports the change', async () => {
    await readFirst('a b a');
    expect((await edit('b', 'B')).text).toBe(`The file ${session.project}/f.txt has been updated successfully. ${STATE}`);
    expect((await edit('a', 'A', { replace_all: true })).text).toBe(
      `The file ${session.project}/f.txt has been updated. All occurrences were successfully replaced. ${STATE}`,
    );
  });

  it('keeps the mode, and leaves no other files', async () => {
    const file = await readFirst('#!/bin/sh\n');
    chmodSync(file, 0o750);
    await edit('sh', 'bash');
    expect(statSync(file).mode & 0o777).toBe(0o750);
    expect((await session.call('Glob', { pattern: '*' })).text).toBe('f.txt');
  });

  it('allows consecutive edits without reading again', async () => {
    const file = await readFirst('a b');
    await edit('a', 'x');
    expect(await edit('b', 'y')).toMatchObject({ isError: false });
    expect(readFileSync(file, 'utf8')).toBe('x y');
  });
});

describe('Edit: rejects', () => {
  it.each([
    ['nothing to change', 'a', 'a', 'a', 'No changes to make: old_string and new_string are exactly the same.'],
    ['text not found', 'a', 'x', 'y', 'String to replace not found in file.\nString: x'],
    ['more than once', 'a a', 'a', 'b', 'Found 2 matches of the string to replace, but replace_all is false.'],
    ['nothing quoted', 'a', '', 'b', 'old_string is empty.'],
  ])('%s', async (_name, content, old, replacement, message) => {
    const file = await readFirst(content);
    const result = await edit(old, replacement);
    expect(result.isError).toBe(true);
    expect(result.text.startsWith(message)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('a file that was not read', async () => {
    session.write('f.txt', 'a');
    expect(await edit('a', 'b')).toMatchObject({ isError: true, text: 'File has not been read yet. Read it first before writing to it.' });
  });

  it('a file too large to compare', async () => {
    session.write('f.txt', 'line\n'.repeat(4_000_000));
    await session.call('Read', { file_path: 'f.txt', limit: 1 });
    expect(await edit('line', 'x')).toMatchObject({ isError: true, text: expect.stringMatching(/is too large: 19\.1MB, at most 16MB\.$/) });
  });

  it('a file that is not there', async () => {
    expect(await edit('a', 'b')).toMatchObject({ isError: true, text: expect.stringMatching(/^File does not exist\./) });
  });

  it('a file that changed since it was read, unless it was only touched', async () => {
    const file = await readFirst('a b');
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    expect(await edit('a', 'x')).toMatchObject({ isError: false });
    writeFileSync(file, 'x b and more');
    expect(await edit('x', 'y')).toMatchObject({ isError: true, text: expect.stringMatching(/^File has been modified since read, /) });
    expect(readFileSync(file, 'utf8')).toBe('x b and more');
  });

  it('a partly read file that changed anywhere', async () => {
    const file = session.write('f.txt', 'a\nb\nc\n');
    await session.call('Read', { file_path: 'f.txt', offset: 1, limit: 1 });
    expect(await edit('a', 'A')).toMatchObject({ isError: false });
    await session.call('Read', { file_path: 'f.txt', offset: 1, limit: 1 });
    writeFileSync(file, 'A\nb\nC\n');
    expect(await edit('A', 'x')).toMatchObject({ isError: true });
  });

  it('a change between the check and the call', async () => {
    const file = await readFirst('a');
    const tool = session.tool('Edit');
    const input = tool.inputSchema.parse({ file_path: 'f.txt', old_string: 'a', new_string: 'b' });
    expect(await tool.validateInput?.(input, session.context)).toEqual({ ok: true });
    writeFileSync(file, 'a, changed');
    await expect(
      tool.call(input, session.context, () => Promise.resolve(true), { messageId: '', requestId: '', blocks: [] }),
    ).rejects.toThrow(/modified since read/);
    expect(readFileSync(file, 'utf8')).toBe('a, changed');
  });

  it('writing through a link', async () => {
    const file = session.write('target.txt', 'a');
    symlinkSync(file, path.join(session.project, 'f.txt'));
    await session.call('Read', { file_path: 'f.txt' });
    expect(await edit('a', 'b')).toMatchObject({
      isError: true,
      text: `Refusing to write through symlink: f.txt. It leads to ${file}; name that file instead.`,
    });
    expect(readFileSync(file, 'utf8')).toBe('a');
  });

  it('bytes that are not text, and notebooks', async () => {
    session.write('n.ipynb', '{"cells":[]}');
    await session.call('Read', { file_path: 'n.ipynb' });
    expect((await session.call('Edit', { file_path: 'n.ipynb', old_string: 'cells', new_string: 'x' })).text).toContain('NotebookEdit');
    const broken = Buffer.concat([Buffer.from('ä'), Buffer.from([0xe4, 0x62])]);
    const file = await readFirst(broken);
    expect(await edit('b', 'x')).toMatchObject({ isError: true, text: expect.stringContaining('not valid UTF-8') });
    expect(readFileSync(file)).toEqual(broken);
  });

  it.each([
    ['Edit', { old_string: 'b', new_string: '→' }],
    ['Write', { content: '→' }],
  ])('a character that the encoding of the file lacks: %s', async (tool, input) => {
    const file = await readFirst(Buffer.from('a\xe4b', 'latin1'));
    const { text, isError } = await session.call(tool, { file_path: 'f.txt', ...input });
    expect({ text, isError }).toEqual({ text: expect.stringContaining('Windows-1252, which lacks a character'), isError: true });
    expect(readFileSync(file, 'latin1')).toBe('aäb');
  });

  it('a denied file, without revealing its content', async () => {
    const file = await readFirst('secret');
    session.denied.add(file);
    expect(await edit('nothing like it', 'x')).toMatchObject({
      isError: true,
      text: 'File is in a directory that is denied by your permission settings.',
    });
  });
});

describe('Edit: preview', () => {
  it('shows the diff of the file before anything is written', async () => {
    const file = await readFirst('one\ntwo\nthree\n');
    const tool = session.tool('Edit');
    const view = await tool.preview?.(tool.inputSchema.parse({ file_path: file, old_string: 'two', new_string: 'zwei' }), session.context);
    expect(view).toEqual({
      kind: 'edit',
      title: 'Edit',
      summary: 'f.txt',
      outcome: '+1 −1',
      detail: {
        type: 'diff',
        path: 'f.txt',
        hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' one', '-two', '+zwei', ' three'] }],
        additions: 1,
        deletions: 1,
      },
    });
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('shows an edit that will fail with the reason', async () => {
    session.write('f.txt', 'a');
    const tool = session.tool('Edit');
    const view = await tool.preview?.(tool.inputSchema.parse({ file_path: 'f.txt', old_string: 'a', new_string: 'b' }), session.context);
    expect(view?.outcome).toContain('not been read');
  });

  it('truncates a huge diff with a notice', async () => {
    await readFirst('x\n'.repeat(3000));
    const { result } = await edit('x', 'y', { replace_all: true });
    const view = session
      .tool('Edit')
      .present({ stage: 'result', input: { file_path: 'f.txt' }, output: result?.data, details: result?.details });
    expect(view.detail).toMatchObject({ type: 'diff', additions: 3000, deletions: 3000, truncated: true });
  });
});

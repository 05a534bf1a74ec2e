import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

const STATE = '(file state is current in your context — no need to Read it back)';
const write = (file_path: string, content: string): ReturnType<SessionFixture['call']> => session.call('Write', { file_path, content });
const contentOf = (name: string): string => readFileSync(path.join(session.project, name), 'utf8');

describe('Write', () => {
  it('creates a file and its parent folders', async () => {
    expect((await write('a/b/new.txt', 'hello\n')).text).toBe(`File created successfully at: ${session.project}/a/b/new.txt ${STATE}`);
    expect(contentOf('a/b/new.txt')).toBe('hello\n');
  });

  it('replaces a file that was read, keeping mode, line endings and encoding', async () => {
    const file = session.write('f.txt', Buffer.from('\ufeffa\r\nb\r\n', 'utf16le'));
    chmodSync(file, 0o700);
    await session.call('Read', { file_path: 'f.txt' });
    expect((await write('f.txt', 'x\ny\n')).text).toBe(`The file ${session.project}/f.txt has been updated successfully. ${STATE}`);
    expect(readFileSync(file)).toEqual(Buffer.from('\ufeffx\r\ny\r\n', 'utf16le'));
    expect(statSync(file).mode & 0o777).toBe(0o700);
  });

  it.each([
    [
      'a tag',
      'a <system-reminder>x</system-reminder>\n',
      'a &lt;system-reminder>new&lt;/system-reminder>\n',
      'a <system-reminder>new</system-reminder>\n',
    ],
    [
      'a tag in both spellings',
      '<system-reminder>\n&lt;system-reminder> b\n',
      '&lt;system-reminder>\nnew\n&lt;system-reminder> b\n',
      '<system-reminder>\nnew\n&lt;system-reminder> b\n',
    ],
    ['an escaped tag', '&lt;system-reminder>\n', '&lt;system-reminder>\nnew\n', '&lt;system-reminder>\nnew\n'],
    ['no tag', 'a\n', '&lt;system-reminder>\n', '&lt;system-reminder>\n'],
  ])('writes %s as it was in the file, which the model read escaped', async (_name, before, content, after) => {
    session.write('f.txt', before);
    await session.call('Read', { file_path: 'f.txt' });
    await write('f.txt', content);
    expect(contentOf('f.txt')).toBe(after);
  });

  it('overwrites a file it wrote itself', async () => {
    await write('f.txt', 'one');
    expect(await write('f.txt', 'two')).toMatchObject({ isError: false });
    expect(contentOf('f.txt')).toBe('two');
  });

  it('rejects an existing file that was not read', async () => {
    session.write('f.txt', 'precious');
    expect(await write('f.txt', 'x')).toMatchObject({
      isError: true,
      text: 'File has not been read yet. Read it first before writing to it.',
    });
    expect(contentOf('f.txt')).toBe('precious');
  });

  it('rejects a file that changed since', async () => {
    const file = session.write('f.txt', 'a');
    await session.call('Read', { file_path: 'f.txt' });
    writeFileSync(file, 'changed');
    expect(await write('f.txt', 'x')).toMatchObject({ isError: true, text: expect.stringMatching(/^File has been modified since read/) });
    expect(contentOf('f.txt')).toBe('changed');
  });

  it('rejects a file that appeared after the check', async () => {
    const tool = session.tool('Write');
    const input = tool.inputSchema.parse({ file_path: 'f.txt', content: 'x' });
    expect(await tool.validateInput?.(input, session.context)).toEqual({ ok: true });
    session.write('f.txt', 'someone else');
    await expect(
      tool.call(input, session.context, () => Promise.resolve(true), { messageId: '', requestId: '', blocks: [] }),
    ).rejects.toThrow(/not been read/);
    expect(contentOf('f.txt')).toBe('someone else');
  });

  it('rejects links, even dangling ones, and folders', async () => {
    symlinkSync(path.join(session.outside, 'not-there'), path.join(session.project, 'link'));
    expect(await write('link', 'x')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Refusing to write through symlink: link\./),
    });
    expect(existsSync(path.join(session.outside, 'not-there'))).toBe(false);
    expect(await write('.', 'x')).toMatchObject({ isError: true, text: expect.stringMatching(/^EISDIR/) });
  });

  it('rejects creating a file that may not be read', async () => {
    session.denied.add(path.join(session.project, 'secret.txt'));
    expect(await write('secret.txt', 'x')).toMatchObject({
      isError: true,
      text: 'File is in a directory that is denied by your permission settings.',
    });
    expect(existsSync(path.join(session.project, 'secret.txt'))).toBe(false);
  });

  it('reports the disk’s error', async () => {
    session.write('file', 'x');
    expect(await write('file/under.txt', 'x')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Cannot write .*\/file\/under\.txt: a part of its path is a file, not a folder \(E[A-Z]+\)\.$/),
    });
    expect(await write('n'.repeat(300), 'x')).toMatchObject({ isError: true, text: expect.stringContaining('too long') });
  });

  it('shows a new file as a diff of additions', async () => {
    const tool = session.tool('Write');
    const view = await tool.preview?.(tool.inputSchema.parse({ file_path: 'src/new.ts', content: 'a\nb\n' }), session.context);
    expect(view).toMatchObject({
      title: 'Write',
      summary: 'src/new.ts',
      outcome: '+2 −0',
      detail: { type: 'diff', created: true, additions: 2, deletions: 0 },
    });
  });
});

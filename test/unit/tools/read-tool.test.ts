import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const read = (file_path: string, more: Record<string, unknown> = {}): ReturnType<SessionFixture['call']> =>
  session.call('Read', { file_path, ...more });

describe('Read: text', () => {
  it.each([
    ['lines and a final line feed', 'one\ntwo\n', {}, '1\tone\n2\ttwo\n3\t'],
    ['no final line feed', 'one\ntwo', {}, '1\tone\n2\ttwo'],
    ['CRLF', 'one\r\ntwo\r\n', {}, '1\tone\n2\ttwo\n3\t'],
    ['a byte order mark', '\ufeffone\n', {}, '1\tone\n2\t'],
    ['numbers without padding', Array.from({ length: 11 }, () => 'x').join('\n'), { offset: 9 }, '9\tx\n10\tx\n11\tx'],
    ['offset and limit', 'a\nb\nc\nd\n', { offset: 2, limit: 2 }, '2\tb\n3\tc'],
    ['offset 0 is the first line', 'a\nb\n', { offset: 0, limit: 1 }, '1\ta'],
    ['a limit beyond the end', 'a\nb', { limit: 100 }, '1\ta\n2\tb'],
    ['UTF-16', Buffer.from('\ufeffgrüß\r\nb', 'utf16le'), {}, '1\tgrüß\n2\tb'],
    ['UTF-16, big end first', Buffer.from('\ufeffgrüß\nb', 'utf16le').swap16(), {}, '1\tgrüß\n2\tb'],
    ['binary content', Buffer.from([0x61, 0xff, 0x62]), {}, '1\ta\ufffdb'],
  ])('%s', async (_name, content, more, expected) => {
    session.write('f.txt', content);
    expect(await read('f.txt', more)).toMatchObject({ text: expected, isError: false });
  });

  it.each([
    ['', {}, 1, '0 lines: it is empty'],
    ['a\nb\n', { offset: 9 }, 9, '3 lines'],
  ])('reports a range past the end of %j', async (content, more, offset, lines) => {
    session.write('f.txt', content);
    expect((await read('f.txt', more)).text).toBe(
      `<system-reminder>Warning: the file exists but is shorter than the provided offset (${String(offset)}). The file has ${lines}.</system-reminder>`,
    );
  });

  it('shows the first page of a long file and how to continue', async () => {
    const line = 'x'.repeat(49);
    session.write('long.txt', Array.from({ length: 5000 }, () => line).join('\n'));
    const { text } = await read('long.txt');
    expect(text).toMatch(
      /^<system-reminder>\[Truncated: PARTIAL view — showing lines 1-2000 of 5000 total \(62500 tokens, cap 25000\)\. Call Read with offset=2001 limit=2000 to read on\.\]<\/system-reminder>\n1\tx/,
    );
    expect(text.endsWith(`\n2000\t${line}`)).toBe(true);
    expect((await read('long.txt', { offset: 2001, limit: 2000 })).text).toContain(`4000\t${line}`);
  });

  it.each([
    ['10', 'showing lines 1-20 of 50 total (25 tokens, cap 10)'],
    ['0', undefined],
    ['many', undefined],
  ])('a page has %s tokens with CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS', async (tokens, notice) => {
    const fixture = new SessionFixture({}, { CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: tokens });
    fixture.write('f.txt', 'x\n'.repeat(49));
    const { text } = await fixture.call('Read', { file_path: 'f.txt' });
    if (notice === undefined) expect(text).not.toContain('PARTIAL');
    else expect(text).toContain(notice);
    const part = await fixture.call('Read', { file_path: 'f.txt', offset: 1, limit: 40 });
    expect(part.isError).toBe(notice !== undefined);
    if (notice !== undefined) expect(part.text).toContain('exceeds maximum allowed tokens (10)');
    await fixture.dispose();
  });

  it('truncates a single line longer than a page, and says so', async () => {
    session.write('line.txt', 'y'.repeat(150_000));
    const { text } = await read('line.txt');
    expect(text).toContain('PARTIAL view');
    expect(text.length).toBeLessThan(101_000);
  });

  it('rejects a huge file without a range, and reads a part of it', async () => {
    session.write('huge.txt', 'line of text\n'.repeat(300_000));
    expect(await read('huge.txt')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^File content \(3\.7MB\) exceeds maximum allowed size \(256KB\)\./),
    });
    expect((await read('huge.txt', { offset: 299_999, limit: 1 })).text).toBe('299999\tline of text');
    expect(await read('huge.txt', { offset: 1, limit: 200_000 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('exceeds maximum allowed tokens (25000)'),
    });
  });

  it('keeps characters whole across chunks of a large file', async () => {
    session.write('wide.txt', `a${'é'.repeat(40_000)}\n`.repeat(4));
    expect((await read('wide.txt', { offset: 3, limit: 1 })).text).toBe(`3\ta${'é'.repeat(40_000)}`);
  });

  it('says when nothing has changed since the last Read of the same lines', async () => {
    const file = session.write('f.txt', 'a\nb\nc\n');
    await read('f.txt');
    expect((await read('f.txt')).text).toContain('file unchanged since your last Read');
    utimesSync(file, new Date(), new Date());
    expect((await read('f.txt')).text).toContain('file unchanged since your last Read');
    expect((await read('f.txt', { offset: 2, limit: 1 })).text).toBe('2\tb');
    expect((await read('f.txt')).text).toContain('1\ta');
    writeFileSync(file, 'a\nB\nc\n');
    expect((await read('f.txt')).text).toContain('2\tB');
  });

  it('shows a file again after an edit', async () => {
    session.write('f.txt', 'a\n');
    await read('f.txt');
    await session.call('Edit', { file_path: 'f.txt', old_string: 'a', new_string: 'b' });
    expect((await read('f.txt')).text).toBe('1\tb\n2\t');
  });
});

describe('Read: other kinds', () => {
  it('rejects a damaged image, on which the API would fail for the rest of the conversation', async () => {
    session.write('half.png', PNG.subarray(0, -20));
    expect(await read('half.png')).toMatchObject({ isError: true, text: expect.stringContaining('damaged, cut off') });
  });

  it('images, whatever their name', async () => {
    session.write('picture.dat.txt', PNG);
    const { block } = await read('picture.dat.txt');
    expect(block?.content).toEqual([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } }]);
  });

  it('notebooks, cell by cell with outputs', async () => {
    const notebook = {
      cells: [
        {
          id: 'c1',
          cell_type: 'code',
          source: ['a = 1\n', 'a'],
          outputs: [{ output_type: 'execute_result', data: { 'text/plain': ['1'] } }],
        },
        { cell_type: 'markdown', source: '# Title' },
        {
          id: 'c3',
          cell_type: 'code',
          source: 'plot()',
          outputs: [
            { output_type: 'display_data', data: { 'image/png': 'AAAA\n' } },
            { output_type: 'error', ename: 'E', evalue: 'bad' },
          ],
        },
      ],
    };
    session.write('n.ipynb', JSON.stringify(notebook));
    const { block } = await read('n.ipynb');
    expect(block?.content).toEqual([
      { type: 'text', text: '<cell id="c1">a = 1\na</cell id="c1">' },
      { type: 'text', text: '\n1\n' },
      { type: 'text', text: '<cell id="cell-1"><cell_type>markdown</cell_type># Title</cell id="cell-1">' },
      { type: 'text', text: '<cell id="c3">plot()</cell id="c3">' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'text', text: '\nE: bad\n' },
    ]);
    session.write('broken.ipynb', '{');
    expect(await read('broken.ipynb')).toMatchObject({ isError: true, text: expect.stringContaining('not a valid Jupyter notebook') });
  });

  it.each([
    ['/dev/zero', /^Cannot read '\/dev\/zero': /],
    ['/dev/null', /^Cannot read '\/dev\/null': /],
    ['folder', /^EISDIR: /],
    ['missing.ts', /^File does not exist\. Note: your current working directory is .*\/project\.$/],
    ['f1.js', /^File does not exist\. Note: .* Did you mean f1\.ts\?$/],
    ['movie.mp4', /^This tool cannot read binary files/],
    ['zeros.txt', /^This tool cannot read binary files/],
    ['doc.pdf', /^PDF files cannot be read yet/],
    ['pipe', /^Cannot read 'pipe': /],
    ['a\0b', /null character/],
  ])('rejects %s', async (name, message) => {
    mkdirSync(path.join(session.project, 'folder'));
    execFileSync('mkfifo', [path.join(session.project, 'pipe')]);
    session.write('f1.ts', 'x');
    session.write('movie.mp4', 'x');
    session.write('doc.pdf', '%PDF-1.7');
    session.write('zeros.txt', Buffer.from([65, 0, 0, 66]));
    const result = await read(name);
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(message);
  });

  it('finds a macOS screenshot by its name with plain spaces', async () => {
    session.write('Screenshot 2026-11-21 at 9.41.00\u202fAM.png', PNG);
    expect((await read('Screenshot 2026-11-21 at 9.41.00 AM.png')).isError).toBe(false);
  });
});

describe('Read: rules', () => {
  it('doesn’t read a denied file, by its name or through a link', async () => {
    const secret = session.write('secret.txt', 'hidden');
    symlinkSync(secret, path.join(session.project, 'link.txt'));
    session.denied.add(secret);
    for (const name of ['secret.txt', 'link.txt']) {
      expect(await read(name)).toMatchObject({ isError: true, text: 'File is in a directory that is denied by your permission settings.' });
    }
  });

  it('shows observers the absolute path', () => {
    const tool = session.tool('Read');
    expect(tool.backfillObservableInput({ file_path: 'src/../a.ts' }, session.context)).toEqual({
      file_path: path.join(session.project, 'a.ts'),
    });
    expect(tool.backfillObservableInput({ file_path: '~/x' }, session.context)).toEqual({
      file_path: path.join(process.env['HOME'] ?? '', 'x'),
    });
  });

  it('closes the file of an unfinished read', async () => {
    session.write('f.txt', 'x');
    rmSync(path.join(session.project, 'f.txt'));
    expect((await read('f.txt')).isError).toBe(true);
  });
});

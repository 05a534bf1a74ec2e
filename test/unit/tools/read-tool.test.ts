import { once } from 'node:events';
import { rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
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
    ['a broken byte of UTF-8', Buffer.from([0xc3, 0xa4, 0xff, 0x62]), {}, '1\tä\ufffdb'],
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

describe('Read: encodings', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffä\n'), '1\tä\n2\t'],
    ['UTF-16, little end first', Buffer.from('\ufeffä\nb', 'utf16le'), '1\tä\n2\tb'],
    ['UTF-16, big end first', Buffer.from('\ufeffä\nb', 'utf16le').swap16(), '1\tä\n2\tb'],
    ['Windows-1252', Buffer.from('caf\xe9 \x80 \x93x\x94 \x81', 'latin1'), '1\tcafé € “x” \u0081'],
    ['Windows-1252 after the first piece', Buffer.from(`${'x'.repeat(99)}\n`.repeat(700) + '\xfc', 'latin1'), '\n701\tü'],
    ['UTF-8 with a broken byte, which stays UTF-8', Buffer.concat([Buffer.from('ä'), Buffer.from([0xe9])]), '1\tä\ufffd'],
    ['a replacement character', Buffer.from('a\ufffdb'), '1\ta\ufffdb'],
    ['control characters, which are no text', Buffer.from([0x61, 0x01, 0xe9]), '1\ta\u0001\ufffd'],
  ])('%s', async (_name, bytes, expected) => {
    session.write('f.txt', bytes);
    expect((await read('f.txt')).text).toContain(expected);
  });
});

describe('Read: a file of 2 GB', () => {
  const SIZE = 2 * 1024 ** 3;
  const head = Array.from({ length: 20_000 }, (_, index) => `line ${String(index + 1)}`).join('\n');

  function sparse(start: string | Buffer): void {
    truncateSync(session.write('huge.log', start), SIZE);
  }

  it.each([
    ['the first lines', { offset: 1, limit: 2 }, '1\tline 1\n2\tline 2'],
    ['lines further on', { offset: 15_000, limit: 2 }, '15000\tline 15000\n15001\tline 15001'],
  ])('reads %s and stops', async (_name, range, expected) => {
    sparse(`${head}\n`);
    const before = process.memoryUsage.rss();
    expect((await read('huge.log', range)).text).toBe(expected);
    expect((await read('huge.log', range)).text).toContain('file unchanged since your last Read');
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('refuses a line without an end, and the whole', async () => {
    sparse(`${head}\n`);
    expect((await read('huge.log', { offset: 20_001, limit: 1 })).text).toMatch(/^File content \(at least \d+ tokens\) exceeds/u);
    expect((await read('huge.log')).text).toMatch(/^File content \(2GB\) exceeds/u);
  });

  it('reads UTF-16 and Windows-1252', async () => {
    sparse(Buffer.from(`\ufeff${head}ä\nb\n`, 'utf16le'));
    expect((await read('huge.log', { offset: 20_000, limit: 2 })).text).toBe('20000\tline 20000ä\n20001\tb');
    sparse(Buffer.from(`${head}\xe4\nb\n${'x\n'.repeat(50_000)}`, 'latin1'));
    expect((await read('huge.log', { offset: 20_000, limit: 2 })).text).toBe('20000\tline 20000ä\n20001\tb');
  });
});

describe('Read: other kinds', () => {
  it('rejects a damaged image, on which the API would fail for the rest of the conversation', async () => {
    session.write('half.png', PNG.subarray(0, -20));
    expect(await read('half.png')).toMatchObject({ isError: true, text: expect.stringContaining('damaged') });
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
            { output_type: 'display_data', data: { 'image/png': `${PNG.toString('base64')}\n` } },
            { output_type: 'display_data', data: { 'image/jpeg': 'AAAA' } },
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
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } },
      { type: 'text', text: '\n[image/jpeg left out: damaged or too large]\n' },
      { type: 'text', text: '\nE: bad\n' },
    ]);
    session.write('broken.ipynb', '{');
    expect(await read('broken.ipynb')).toMatchObject({ isError: true, text: expect.stringContaining('not a valid Jupyter notebook') });
  });

  it('notebooks in pages of cells', async () => {
    const cells = Array.from({ length: 40 }, (_, at) => ({
      id: `c${String(at + 1)}`,
      cell_type: 'code',
      source: 'x'.repeat(5000),
      outputs: [],
    }));
    session.write('n.ipynb', JSON.stringify({ cells }));
    const first = await read('n.ipynb');
    expect(first.text).toContain(
      '[PARTIAL view: cells 1-20 of 40. Call Read with offset=21 for the next ones; in a notebook, offset and limit count cells.]',
    );
    expect(first.text.length).toBeLessThan(110_000);
    expect((await read('n.ipynb', { offset: 40 })).text).toContain('[PARTIAL view: cells 40-40 of 40.]');
    expect((await read('n.ipynb', { offset: 41 })).text).toContain('The notebook has only 40 cells.');
    expect((await session.call('NotebookEdit', { notebook_path: 'n.ipynb', cell_id: 'c40', new_source: 'y' })).isError).toBe(false);
    session.write('n.ipynb', JSON.stringify({ cells: [{ cell_type: 'raw', source: 'x'.repeat(500_000) }] }));
    expect((await read('n.ipynb')).text).toContain('... [400000 characters truncated] ...');
    session.write('n.ipynb', '{"cells":[]}');
    expect((await read('n.ipynb')).text).toContain('The notebook has no cells.');
  });

  it.each([
    ['/dev/zero', /^Cannot read '\/dev\/zero': /],
    ['/dev/null', /^Cannot read '\/dev\/null': /],
    ['/proc/self/environ', /^Cannot read '\/proc\/self\/environ': it is a file of the kernel/],
    ['proc-link', /^Cannot read '.*proc-link': it is a file of the kernel/],
    ['socket', /^Cannot read 'socket': /],
    ['missing.ts', /^File does not exist\. Note: your current working directory is .*\/project\.$/],
    ['f1.js', /^File does not exist\. Note: .* Did you mean f1\.ts\?$/],
    ['movie.mp4', /^This tool cannot read binary files/],
    ['zeros.txt', /^This tool cannot read binary files/],
    ['pipe', /^Cannot read 'pipe': /],
    ['a\0b', /null character/],
  ])('rejects %s', async (name, message) => {
    symlinkSync('/proc/self/environ', path.join(session.project, 'proc-link'));
    const server = createServer().listen(path.join(session.project, 'socket'));
    await once(server, 'listening');
    execFileSync('mkfifo', [path.join(session.project, 'pipe')]);
    session.write('f1.ts', 'x');
    session.write('movie.mp4', 'x');
    session.write('zeros.txt', Buffer.from([65, 0, 0, 66]));
    const result = await read(name);
    server.close();
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

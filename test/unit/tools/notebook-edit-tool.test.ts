import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

type Cell = Record<string, unknown>;
const code = (id: string | undefined, source: string | string[], more: Cell = {}): Cell => ({
  cell_type: 'code',
  execution_count: 3,
  ...(id !== undefined && { id }),
  metadata: {},
  outputs: [{ name: 'stdout', output_type: 'stream', text: ['1\n'] }],
  source,
  ...more,
});
const markdown = (id: string | undefined, source: string | string[]): Cell => ({
  cell_type: 'markdown',
  ...(id !== undefined && { id }),
  metadata: {},
  source,
});
const notebook = (cells: readonly Cell[], more: Cell = {}): Cell => ({
  cells,
  metadata: { kernelspec: { language: 'julia' } },
  nbformat: 4,
  nbformat_minor: 5,
  ...more,
});
const THREE = notebook([markdown('title', ['# Title']), code('sum', ['1 + 1']), code('last', 'print(2)\n')]);
/** As Jupyter writes it. */
const written = (value: unknown, indent: number | string = 1): string => `${JSON.stringify(value, undefined, indent)}\n`;

const edit = (input: Record<string, unknown>): ReturnType<SessionFixture['call']> =>
  session.call('NotebookEdit', { notebook_path: 'n.ipynb', new_source: '', ...input });

async function readFirst(content: string | Uint8Array): Promise<string> {
  const file = session.write('n.ipynb', content);
  await session.call('Read', { file_path: 'n.ipynb' });
  return file;
}

interface StoredCell {
  readonly id?: string;
  readonly cell_type: string;
  readonly source: unknown;
  readonly outputs?: unknown;
  readonly execution_count?: unknown;
}
const cellsOf = (file: string): StoredCell[] => (JSON.parse(readFileSync(file, 'utf8')) as { cells: StoredCell[] }).cells;

describe('NotebookEdit: changes', () => {
  it('replaces the source of a code cell and removes its outputs', async () => {
    const file = await readFirst(written(THREE));
    const { text, isError, result } = await edit({ cell_id: 'sum', new_source: 'a = 1\na' });
    expect({ text, isError }).toEqual({
      text: `Replaced the source of cell sum in ${file}. Its outputs were removed.`,
      isError: false,
    });
    const expected = notebook([
      markdown('title', ['# Title']),
      code('sum', ['a = 1\n', 'a'], { execution_count: null, outputs: [] }),
      code('last', 'print(2)\n'),
    ]);
    expect(readFileSync(file, 'utf8')).toBe(written(expected));
    expect(result?.data).toEqual({
      new_source: 'a = 1\na',
      old_source: '1 + 1',
      cell_id: 'sum',
      cell_type: 'code',
      language: 'julia',
      edit_mode: 'replace',
      notebook_path: file,
      original_file: written(THREE),
      updated_file: written(expected),
    });
  });

  it('writes tags as they were in the cell, which the model read escaped', async () => {
    const file = await readFirst(written(notebook([markdown('title', ['# <system-reminder>'])])));
    await edit({ cell_id: 'title', new_source: '# &lt;system-reminder>\nmore' });
    expect(cellsOf(file)[0]?.source).toEqual(['# <system-reminder>\n', 'more']);
  });

  it('keeps a source that is one string', async () => {
    const file = await readFirst(written(THREE));
    await edit({ cell_id: 'last', new_source: 'print(3)\n' });
    expect(cellsOf(file)[2]).toMatchObject({ source: 'print(3)\n' });
  });

  it.each([
    ['markdown to code', 'title', 'code', { cell_type: 'code', outputs: [], execution_count: null, source: ['x'] }],
    ['code to markdown', 'sum', 'markdown', { cell_type: 'markdown', source: ['x'] }],
  ])('changes the type: %s', async (_name, id, type, expected) => {
    const file = await readFirst(written(THREE));
    await edit({ cell_id: id, new_source: 'x', cell_type: type });
    expect(cellsOf(file).find((cell) => cell.id === id)).toEqual({ id, metadata: {}, ...expected });
  });

  it('inserts after a cell, with a new id', async () => {
    const file = await readFirst(written(THREE));
    const { text } = await edit({ cell_id: 'title', new_source: '2', cell_type: 'code', edit_mode: 'insert' });
    const cells = cellsOf(file);
    expect(cells.map(({ source }) => source)).toEqual([['# Title'], ['2'], ['1 + 1'], 'print(2)\n']);
    const id = cells[1]?.id ?? '';
    expect(id).toMatch(/^[0-9a-f]{8}$/u);
    expect(text).toBe(`Inserted cell ${id} (code) into ${file}.`);
    expect(readFileSync(file, 'utf8')).toBe(written(JSON.parse(readFileSync(file, 'utf8'))));
  });

  it.each([
    ['first', undefined, [['new'], ['# Title'], ['1 + 1'], 'print(2)\n']],
    ['last', 'last', [['# Title'], ['1 + 1'], 'print(2)\n', ['new']]],
  ])('inserts %s', async (_name, id, sources) => {
    const file = await readFirst(written(THREE));
    await edit({ cell_id: id, new_source: 'new', cell_type: 'markdown', edit_mode: 'insert' });
    expect(cellsOf(file).map(({ source }) => source)).toEqual(sources);
    expect(readFileSync(file, 'utf8')).toBe(written(JSON.parse(readFileSync(file, 'utf8'))));
  });

  it.each(['title', 'sum', 'last'])('deletes %s', async (id) => {
    const file = await readFirst(written(THREE));
    expect((await edit({ cell_id: id, edit_mode: 'delete' })).text).toBe(`Deleted cell ${id} from ${file}.`);
    expect(cellsOf(file).map((cell) => cell.id)).toEqual(['title', 'sum', 'last'].filter((other) => other !== id));
    expect(readFileSync(file, 'utf8')).toBe(written(JSON.parse(readFileSync(file, 'utf8'))));
  });

  it('deletes the only cell and fills an empty notebook', async () => {
    const file = await readFirst(written(notebook([markdown('a', ['x'])])));
    await edit({ cell_id: 'a', edit_mode: 'delete' });
    expect(readFileSync(file, 'utf8')).toBe(written(notebook([])));
    await edit({ new_source: 'y', cell_type: 'markdown', edit_mode: 'insert' });
    await edit({ new_source: 'x', cell_type: 'markdown', edit_mode: 'insert' });
    expect(cellsOf(file).map(({ source }) => source)).toEqual([['x'], ['y']]);
    expect(readFileSync(file, 'utf8')).toBe(written(JSON.parse(readFileSync(file, 'utf8'))));
  });

  it('names cells without ids by position, and gives new ones no id before nbformat 4.5', async () => {
    const file = await readFirst(written(notebook([markdown(undefined, ['a']), markdown(undefined, ['b'])], { nbformat_minor: 4 })));
    const { text } = await edit({ cell_id: 'cell-0', new_source: 'c', cell_type: 'markdown', edit_mode: 'insert' });
    expect(text).toBe(
      `Inserted cell cell-1 (markdown) into ${file}. Cells after it that are named by position now have other names; Read shows them.`,
    );
    expect(cellsOf(file)).toEqual([markdown(undefined, ['a']), markdown(undefined, ['c']), markdown(undefined, ['b'])]);
    await edit({ cell_id: 'cell-2', new_source: 'B' });
    expect(cellsOf(file)[2]).toMatchObject({ source: ['B'] });
  });

  it.each<[string, string | Buffer, string | Buffer]>([
    ['four blanks, no final line feed', JSON.stringify(THREE, undefined, 4), JSON.stringify(THREE, undefined, 4)],
    ['tabs', written(THREE, '\t'), written(THREE, '\t')],
    ['one line', JSON.stringify(THREE), JSON.stringify(THREE)],
    ['Windows line ends', written(THREE).replaceAll('\n', '\r\n'), written(THREE).replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${written(THREE)}`, `\ufeff${written(THREE)}`],
    ['UTF-16', Buffer.from(`\ufeff${written(THREE)}`, 'utf16le'), Buffer.from(`\ufeff${written(THREE)}`, 'utf16le')],
  ])('keeps the format: %s', async (_name, before, after) => {
    const file = await readFirst(before);
    await edit({ cell_id: 'title', new_source: 'x' });
    await edit({ cell_id: 'title', new_source: '# Title' });
    expect(readFileSync(file)).toEqual(Buffer.from(after));
  });

  it('keeps the text of other cells, numbers and escapes included', async () => {
    const other = '{"cell_type": "raw",   "metadata": {"x": 1.0, "big": 12345678901234567890}, "source": "\\u00e9"}';
    const file = await readFirst(`{"cells": [${other},\n{"cell_type":"markdown","metadata":{},"source":["a"]}\n], "nbformat": 4}`);
    await edit({ cell_id: 'cell-1', new_source: 'é 😀' });
    expect(readFileSync(file, 'utf8')).toBe(
      `{"cells": [${other},\n{"cell_type":"markdown","metadata":{},"source":["\\u00e9 \\ud83d\\ude00"]}\n], "nbformat": 4}`,
    );
  });

  it('keeps the mode, and allows several edits after one Read', async () => {
    const file = await readFirst(written(THREE));
    chmodSync(file, 0o640);
    await edit({ cell_id: 'title', new_source: 'a' });
    expect(await edit({ cell_id: 'sum', new_source: 'b' })).toMatchObject({ isError: false });
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it('previews the change of the cell', async () => {
    await readFirst(written(THREE));
    const input = { notebook_path: 'n.ipynb', cell_id: 'sum', new_source: '2 + 2', edit_mode: 'replace' };
    expect(await session.tool('NotebookEdit').preview?.(input, session.context)).toMatchObject({
      kind: 'edit',
      title: 'Edit cell',
      summary: 'n.ipynb (cell sum)',
      outcome: '+1 −1',
      detail: { type: 'diff', path: 'n.ipynb', hunks: [{ lines: ['-1 + 1', '+2 + 2'] }] },
    });
  });
});

describe('NotebookEdit: refusals', () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    [
      'an unknown cell',
      written(THREE),
      { cell_id: 'x', new_source: 'a' },
      'There is no cell "x" in the notebook. Its cells are: title, sum, last.',
    ],
    ['no cell', written(THREE), { new_source: 'a' }, 'cell_id is required to replace a cell.'],
    ['no cell to delete', written(THREE), { edit_mode: 'delete' }, 'cell_id is required to delete a cell.'],
    ['insert without a type', written(THREE), { edit_mode: 'insert', new_source: 'a' }, 'cell_type is required'],
    ['no change', written(THREE), { cell_id: 'sum', new_source: '1 + 1' }, 'No changes to make'],
    ['an empty notebook', written(notebook([])), { cell_id: 'a', new_source: 'a' }, 'The notebook has no cells.'],
    [
      'an id that two cells have',
      written(notebook([markdown('a', 'x'), markdown('b', 'y'), markdown('a', 'z')])),
      { cell_id: 'a', new_source: 'n' },
      'Several cells have the id "a". Use the name of its position: cell-0, cell-2.',
    ],
    [
      'an id that looks like the position of another cell',
      written(notebook([markdown(undefined, 'x'), markdown('cell-0', 'y')])),
      { cell_id: 'cell-0', new_source: 'n' },
      'Several cells have the id "cell-0".',
    ],
  ])('%s', async (_name, content, input, message) => {
    const file = await readFirst(content);
    const { text, isError } = await edit(input);
    expect({ text, isError }).toEqual({ text: expect.stringContaining(message), isError: true });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it.each([
    ['not JSON', '{"cells": [', 'it is not JSON'],
    ['no cells', '{"metadata": {}}', 'cells: Invalid input'],
    ['not an object', '[1]', 'the file: Invalid input'],
    ['cells that are none', '{"cells": [1, null]}', 'cells.0: Invalid input'],
    ['two lists of cells', '{"cells": [], "cells": []}', 'must have one list of cells'],
    ['the old format', '{"nbformat": 3, "worksheets": []}', 'old format nbformat 3'],
    ['nested without end', `{"cells": ${'['.repeat(100_000)}`, 'nested deeper than'],
    ['empty', '', 'it is not JSON'],
  ])('a file that is no notebook: %s', async (_name, content, message) => {
    const file = session.write('n.ipynb', content);
    // Read fails for most of them, so what it would have noted is written by Write.
    await session.call('Write', { file_path: 'new.ipynb', content });
    const { text, isError } = await session.call('NotebookEdit', {
      notebook_path: 'new.ipynb',
      new_source: 'x',
      cell_type: 'code',
      edit_mode: 'insert',
    });
    expect({ text, isError }).toEqual({ text: expect.stringContaining(message), isError: true });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('a notebook that was not read, has changed, is a link, too large or something else', async () => {
    const file = session.write('n.ipynb', written(THREE));
    expect((await edit({ cell_id: 'sum', new_source: 'x' })).text).toContain('File has not been read yet');
    await session.call('Read', { file_path: 'n.ipynb' });
    writeFileSync(file, written(notebook([code('sum', 'other')])));
    expect((await edit({ cell_id: 'sum', new_source: 'x' })).text).toContain('modified since read');
    symlinkSync(file, path.join(session.project, 'link.ipynb'));
    expect((await edit({ notebook_path: 'link.ipynb', cell_id: 'sum' })).text).toContain('symlink');
    expect((await edit({ notebook_path: 'missing.ipynb', cell_id: 'sum' })).text).toContain('File does not exist');
    expect((await edit({ notebook_path: 'a.txt', cell_id: 'sum' })).text).toContain('Use Edit for other files');
    await readFirst(written(notebook([code('big', 'x'.repeat(17 * 1024 * 1024))])));
    expect((await edit({ cell_id: 'big', new_source: 'x' })).text).toContain('too large');
  });

  it('leaves a file that a rule denies to the permission step', async () => {
    session.denied.add(session.write('n.ipynb', written(THREE)));
    const tool = session.tool('NotebookEdit');
    const args = tool.inputSchema.parse({ notebook_path: 'n.ipynb', new_source: 'x' });
    expect(await tool.validateInput?.(args, session.context)).toEqual({ ok: true });
    await expect(
      tool.call(args, session.context, () => Promise.resolve(true), { messageId: 'm', requestId: 'r', blocks: [] }),
    ).rejects.toThrow('denied by your permission settings');
  });
});

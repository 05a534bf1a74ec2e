import type { ToolCase } from './tool-case.ts';

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { id: 'c1', cell_type: 'code', source: ['1 + 1'], metadata: {}, execution_count: 1, outputs: [{ output_type: 'stream', text: '2' }] },
  ],
});

const WORST_PATHS = ['', '\0', '/dev/zero', '/proc/self/mem', '.', '../../../../etc/shadow', 'a'.repeat(5000), '\ud800'];

/** One page; programs that read PDF files find its parts without a table of them. */
const PDF = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;

export const fileCases: readonly ToolCase[] = [
  {
    tool: 'Read',
    files: { 'a.txt': 'one\ntwo\n' },
    input: { file_path: 'a.txt' },
    output: { type: 'text', file: { content: 'one\ntwo\n', numLines: 3, startLine: 1, totalLines: 3 } },
    worst: [
      ...WORST_PATHS.map((file_path) => ({ file_path })),
      { file_path: 'a.txt', offset: 1e9 },
      { file_path: 'a.txt', limit: Number.MAX_SAFE_INTEGER },
      { file_path: 'a.txt', pages: '1-99999' },
      { file_path: ['a.txt'] },
    ],
  },
  {
    tool: 'Read',
    files: { 'n.ipynb': NOTEBOOK, 'broken.ipynb': '{"cells": [' },
    input: { file_path: 'n.ipynb' },
    output: { type: 'notebook', file: { cells: [{ cell_id: 'c1', source: '1 + 1' }] } },
    worst: [{ file_path: 'broken.ipynb' }],
  },
  {
    tool: 'Read',
    files: { 'a.pdf': PDF, 'half.pdf': PDF.slice(0, 100) },
    input: { file_path: 'a.pdf', pages: '1-5' },
    output: { type: 'parts', file: { originalSize: PDF.length, count: 1 }, firstPage: 1 },
    worst: [
      { file_path: 'a.pdf' },
      { file_path: 'a.pdf', pages: '2-9' },
      { file_path: 'a.pdf', pages: '1-' },
      { file_path: 'a.pdf', pages: '٣' },
      { file_path: 'half.pdf', pages: '1' },
    ],
  },
  {
    tool: 'Edit',
    files: { 'a.txt': 'one\ntwo\n' },
    before: [['Read', { file_path: 'a.txt' }]],
    input: { file_path: 'a.txt', old_string: 'two', new_string: 'three' },
    output: {
      oldString: 'two',
      newString: 'three',
      originalFile: 'one\ntwo\n',
      structuredPatch: [{ oldStart: 1, lines: [' one', '-two', '+three'] }],
      userModified: false,
      replaceAll: false,
    },
    worst: [
      ...WORST_PATHS.map((file_path) => ({ file_path, old_string: 'a', new_string: 'b' })),
      { file_path: 'a.txt', old_string: '', new_string: 'x' },
      { file_path: 'a.txt', old_string: 'one', new_string: 'one' },
      { file_path: 'a.txt', old_string: 'e', new_string: 'x'.repeat(100_000), replace_all: true },
    ],
  },
  {
    tool: 'Edit',
    files: { 'a.txt': 'one\n' },
    before: [['Read', { file_path: 'a.txt' }]],
    input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' },
    answer: { type: 'allow_edited', input: { file_path: 'a.txt', old_string: 'one', new_string: 'three' } },
    output: { newString: 'three', userModified: true },
    worst: [],
  },
  {
    tool: 'Write',
    input: { file_path: 'new/a.txt', content: 'one\n' },
    output: { type: 'create', content: 'one\n', originalFile: null, structuredPatch: [] },
    worst: [
      ...WORST_PATHS.map((file_path) => ({ file_path, content: 'x' })),
      { file_path: 'long.txt', content: 'x\n'.repeat(200_000) },
      { file_path: 'new/a.txt/b', content: 'x' },
    ],
  },
  {
    tool: 'Write',
    files: { 'a.txt': 'one\n' },
    before: [['Read', { file_path: 'a.txt' }]],
    input: { file_path: 'a.txt', content: 'two\n' },
    output: { type: 'update', originalFile: 'one\n', structuredPatch: [{ lines: ['-one', '+two'] }] },
    worst: [],
  },
  {
    tool: 'NotebookEdit',
    files: { 'n.ipynb': NOTEBOOK, 'a.txt': '' },
    before: [['Read', { file_path: 'n.ipynb' }]],
    input: { notebook_path: 'n.ipynb', cell_id: 'c1', new_source: '2 + 2' },
    output: { new_source: '2 + 2', cell_id: 'c1', cell_type: 'code', language: 'python', edit_mode: 'replace' },
    worst: [
      ...WORST_PATHS.map((notebook_path) => ({ notebook_path, new_source: 'x' })),
      { notebook_path: 'a.txt', new_source: 'x' },
      { notebook_path: 'n.ipynb', cell_id: '__proto__', new_source: 'x' },
      { notebook_path: 'n.ipynb', edit_mode: 'insert', new_source: 'x' },
    ],
  },
  {
    tool: 'Glob',
    files: { 'a.txt': '', 'b/c.txt': '' },
    input: { pattern: '**/*.txt' },
    output: { numFiles: 2, truncated: false, totalMatches: 2, countIsComplete: true },
    worst: [
      { pattern: '' },
      { pattern: '[' },
      { pattern: '!*' },
      { pattern: '--files' },
      { pattern: '{'.repeat(1000) },
      { pattern: '../../**' },
      { pattern: '*', path: 'a.txt' },
      { pattern: '*', path: '/nowhere' },
      { pattern: '\0' },
    ],
  },
  {
    tool: 'Grep',
    files: { 'a.txt': 'one\ntwo\n' },
    input: { pattern: 'two', output_mode: 'content' },
    output: { mode: 'content', content: 'a.txt:2:two', numLines: 1 },
    worst: [
      { pattern: '(' },
      { pattern: '' },
      { pattern: '--pre=sh', path: '.' },
      { pattern: 'two', path: '/nowhere' },
      { pattern: 'two', head_limit: 1e12, offset: 1e12 },
      { pattern: 'two', type: 'no-such-type' },
      { pattern: '(a+)+$', multiline: true },
      { pattern: '\0' },
    ],
  },
  {
    tool: 'Grep',
    files: { 'a.txt': 'one\n', 'b.txt': 'one\n' },
    input: { pattern: 'one', head_limit: 1 },
    output: { mode: 'files_with_matches', numFiles: 1, totalFiles: 2, appliedLimit: 1 },
    worst: [],
  },
  {
    tool: 'Grep',
    files: { 'a.txt': 'one\none\n' },
    input: { pattern: 'one', output_mode: 'count' },
    output: { mode: 'count', content: 'a.txt:2', filenames: [], numFiles: 1, numMatches: 2 },
    worst: [],
  },
];

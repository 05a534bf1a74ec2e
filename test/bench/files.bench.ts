/** The overhead of the file tools over the underlying operation, on this project. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { appRoot } from '#main/app-root.ts';
import { SessionFixture } from '../unit/tools/session-fixture.ts';
import { measure, printTable } from './measure.ts';

const run = promisify(execFile);
const session = new SessionFixture();
const file = join(appRoot, 'docs/architecture.md');
const sources = join(appRoot, 'main');

printTable('Reading a text file', [
  await measure('readFile', 300, () => readFile(file, 'utf8')),
  await measure('Read', 300, () => session.call('Read', { file_path: file })),
]);

printTable('Searching main/ for `export function`', [
  await measure('rg', 30, () => run(rgPath, ['--files-with-matches', '--hidden', 'export function', sources])),
  await measure('Grep', 30, () => session.call('Grep', { pattern: 'export function', path: sources, output_mode: 'files_with_matches' })),
]);

await session.dispose();

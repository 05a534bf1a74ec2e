import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillIn, type RecordedCall } from './recorded-calls.ts';

export interface RecordedProject {
  readonly project: string;
  readonly home: string;
  /** The input of a call with the folders filled in. */
  input(call: RecordedCall): Readonly<Record<string, unknown>>;
  cwd(call: RecordedCall): string;
  remove(): void;
}

const FOLDER_TOOLS = new Set(['Glob', 'Grep', 'LS']);

/** A temporary project and home folder with the files and folders that the calls name, all empty, in a git repository. */
export function makeRecordedProject(calls: readonly RecordedCall[]): RecordedProject {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-prompts-')));
  const folders = { project: path.join(root, 'project'), home: path.join(root, 'home') };
  for (const dir of Object.values(folders)) mkdirSync(dir);
  const cwd = (call: RecordedCall): string => {
    const filled = fillIn(call.cwd ?? '$PROJ', folders);
    return typeof filled === 'string' ? filled : folders.project;
  };
  const input = (call: RecordedCall): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(call.input).map(([name, value]) => [name, fillIn(value, folders)]));
  const make = (spelled: string, base: string, isFolder: boolean): void => {
    const absolute = path.resolve(base, spelled);
    if (absolute.startsWith(`${root}/`) && !absolute.includes('/.git/') && absolute.length < 1000) makePath(absolute, isFolder);
  };
  for (const call of calls) {
    const base = cwd(call);
    make(base, root, true);
    const { file_path: file, notebook_path: notebook, path: place, command } = input(call);
    for (const named of [file, notebook]) if (typeof named === 'string') make(named, base, false);
    if (typeof place === 'string') make(place, base, FOLDER_TOOLS.has(call.tool) && path.extname(place) === '');
    if (typeof command === 'string') for (const word of namedPaths(command)) make(word, base, path.extname(word) === '');
  }
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: folders.project, env: { PATH: process.env['PATH'] ?? '', HOME: folders.home } });
  };
  git('init', '-q', '--template=', '.');
  // As in most projects, files with keys are there and not tracked.
  for (const name of ['.env', '.env.local']) makePath(path.join(folders.project, name), false);
  git('add', '-A', '--', '.', ':(exclude,glob)**/.env*');
  return { ...folders, input, cwd, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Parts of a line that look like paths, unquoted. */
function namedPaths(line: string): string[] {
  return line.match(/(?<![\w$*.:/~-])(?:\/|\.{1,2}\/)?[\w@.-]+(?:\/[\w@.-]+)+(?![\w*?$({[])/gu) ?? [];
}

/** Creates an empty file or folder unless something is there. */
function makePath(absolute: string, isFolder: boolean): void {
  try {
    if (statSync(absolute, { throwIfNoEntry: false }) !== undefined) return;
    mkdirSync(isFolder ? absolute : path.dirname(absolute), { recursive: true });
    if (!isFolder) writeFileSync(absolute, '');
  } catch {
    // Another call named a file where this one needs a folder.
  }
}

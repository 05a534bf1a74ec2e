import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { spawn as spawnPty } from 'node-pty';
import { measure, type Measurement } from '../measure.ts';
import type { BenchProject } from './bench-project.ts';

const run = promisify(execFile);

/** What the operating system alone needs for the calls' work. */
export async function measureFloors(project: BenchProject): Promise<Measurement[]> {
  const search = (at: number) => run(rgPath, ['-l', '--', `value1${at}`, project.projectDir]);
  const ten = <T>(work: (at: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 10 }, (_, at) => work(at)));
  return [
    await measure('read a file', 200, () => readFile(project.file(0), 'utf8')),
    await measure('read 10 files at once', 200, () => ten((at) => readFile(project.file(at), 'utf8'))),
    await measure('spawn `true`', 60, () => run('true')),
    await measure('`true` in bash in a pseudo-terminal', 60, inTerminal),
    await measure('rg', 60, () => search(0)),
    await measure('10 rg at once', 20, () => ten(search)),
  ];
}

function inTerminal(): Promise<void> {
  return new Promise((resolve) => {
    spawnPty('bash', ['-c', 'true'], { cols: 80, rows: 24 }).onExit(() => resolve());
  });
}

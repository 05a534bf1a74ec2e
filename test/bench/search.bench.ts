/** Grep and Glob on 50 000 files against ripgrep alone, also with rules that deny reading; the first page of a 1 GB file against head. */
import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { mayRead } from '#main/engine/session/permission-snapshot.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { SessionFixture } from '../unit/tools/session-fixture.ts';
import { printGoals } from './support/goal-table.ts';
import { measureInTurns } from './support/measure-in-turns.ts';

const FILES = 50_000;
/** One file in so many matches. */
const MATCHING = 100;
const ROUNDS = 15;
const GB = 1024 ** 3;
const DENIED = ['Read(.env)', 'Read(secrets/**)', 'Read(//etc/**)', 'Read(~/.ssh/**)', 'Edit(vendor/**)'];

const run = promisify(execFile);
const options = { maxBuffer: 64 * 1024 * 1024 };
const session = new SessionFixture();
const { project } = session;
const call = (name: string, input: Record<string, unknown>) => async (): Promise<void> => {
  const { isError, text } = await session.call(name, input);
  if (isError) throw new Error(text);
};

try {
  makeTree();
  const grep = call('Grep', { pattern: 'needle', head_limit: 0 });
  const glob = call('Glob', { pattern: '**/*.needle' });
  const rgGrep = () => run(rgPath, ['--no-config', '--hidden', '--files-with-matches', '--', 'needle', project], options);
  const rgGlob = () => run(rgPath, ['--no-config', '--hidden', '--no-ignore', '--files', '--glob=**/*.needle', project], options);
  const free = await measureInTurns(ROUNDS, { rgGrep, grep, rgGlob, glob });
  await denyReading();
  const denied = await measureInTurns(ROUNDS, { rgGrep, grep, rgGlob, glob });
  printGoals(`Searching ${FILES} files, ms`, [
    { name: 'Grep', figure: free.grep, goal: 1.15 * free.rgGrep, baselines: { ripgrep: free.rgGrep } },
    { name: 'Glob', figure: free.glob, goal: 1.15 * free.rgGlob, baselines: { ripgrep: free.rgGlob } },
    { name: 'Grep, reading denied', figure: denied.grep, goal: 1.3 * denied.rgGrep, baselines: { ripgrep: denied.rgGrep } },
    { name: 'Glob, reading denied', figure: denied.glob, goal: 1.3 * denied.rgGlob, baselines: { ripgrep: denied.rgGlob } },
  ]);

  const file = join(project, 'huge.log');
  makeHugeFile(file);
  let page = 0;
  // Each time other lines: those of the last Read would only be reported as unchanged.
  const read = () => call('Read', { file_path: file, offset: 1, limit: 1000 + (page++ % 2) })();
  const first = await measureInTurns(50, { head: () => run('head', ['-n', '1000', file], options), read });
  printGoals('The first 1000 lines of a file of 1 GB, ms', [
    { name: 'Read', figure: first.read, goal: 1.2 * first.head, baselines: { head: first.head } },
  ]);
} finally {
  await session.dispose();
}

function makeTree(): void {
  mkdirSync(join(project, '.git'));
  for (let at = 0; at < FILES; at += 1) {
    const folder = join(project, `d${at % 50}`, `e${at % 500}`);
    if (at < 500) mkdirSync(folder, { recursive: true });
    const matches = at % MATCHING === 0;
    writeFileSync(
      join(folder, `f${at}.${matches ? 'needle' : 'ts'}`),
      `export const value${at} = ${at};\n`.repeat(20) + (matches ? 'needle\n' : ''),
    );
  }
}

async function denyReading(): Promise<void> {
  const engine = await createPermissionEngine();
  const rules = DENIED.map((text, index): RuleEntry => ({ id: String(index), behavior: 'deny', source: 'user', text }));
  const context = makePermissionContext({ projectDir: project, homeDir: session.root, stateDir: session.sessionDir, rules });
  const { services } = session.context;
  session.context = {
    ...session.context,
    services: { ...services, mayRead: (path, _, realPath) => mayRead(engine, context, { path, realPath }) },
  };
}

function makeHugeFile(file: string): void {
  const fd = openSync(file, 'w');
  writeSync(fd, Array.from({ length: 5000 }, (_, line) => `${String(line)} ${'text '.repeat(10)}\n`).join(''));
  closeSync(fd);
  // The rest is a hole: it is never read, and takes no room on the disk.
  truncateSync(file, GB);
}

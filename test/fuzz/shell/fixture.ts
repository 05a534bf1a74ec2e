import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Appears only in `secret.env` and in the hidden files. */
export const SECRET = 'TOKEN-7f3a91';

export interface FuzzFixture {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  remove(): void;
}

const HOSTILE_CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = canary\n\tpager = canary\n\teditor = canary\n\thooksPath = hooks\n[diff]\n\texternal = canary\n[alias]\n\tst = !canary\n[pager]\n\tlog = canary\n';

/** File names that are options, programs and operators when an unquoted pattern expands to them. */
const HOSTILE_NAMES = [
  '-xcanary',
  '--pre=canary',
  '-okeep.txt',
  '--compress-program=canary',
  '-va[$(canary)]',
  '-v',
  'a[$(canary)]',
  'BEGIN{system("canary")}',
  '1e canary',
];

/** More files than are listed one by one. */
const MANY = 210;
const HIDDEN = ['.env', 'src/.env.local'];

/** A project to run lines in. Its hidden files were committed once, and aren't tracked any more. With `traps` it also contains files that run the canary: scripts, repositories. */
export function makeFuzzFixture(traps: boolean): FuzzFixture {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-fuzz-')));
  chmodSync(root, 0o755);
  const project = path.join(root, 'project');
  const home = path.join(root, 'home');
  const put = (name: string, text: string, mode = 0o644): void => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
  };
  put('home/notes.txt', 'notes\n');
  put('project/keep.txt', 'keep\n');
  put('project/secret.env', `KEY=${SECRET}\n`);
  for (const name of HIDDEN) put(`project/${name}`, `KEY=${SECRET}\n`);
  for (let index = 0; index < MANY; index++) put(`project/many/${index}.txt`, 'a\n');
  put('project/src/a.ts', 'export const a = 1;\n');
  put('project/src/deep/b.ts', 'export const b = 2;\n');
  put('project/with space.txt', 'a\nb\n');
  put('project/list.txt', 'keep.txt\nsrc/a.ts\n');
  put('project/package.json', '{"scripts":{"test":"true"}}\n');
  repository(project, home);
  if (traps) {
    put('project/run.sh', '#!/bin/sh\ncanary\n', 0o755);
    for (const name of ['ls', 'git', 'cat']) put(`project/bin/${name}`, '#!/bin/sh\ncanary\n', 0o755);
    put('project/Makefile', 'test:\n\tcanary\n');
    put('project/names.txt', 'canary\n');
    put('project/sed.txt', '1e canary\n');
    put('project/prog.awk', 'BEGIN { system("canary") }\n');
    put('project/.ripgreprc', '--pre=canary\n');
    for (const name of HOSTILE_NAMES) put(`project/${name}`, 'a\n');
    mkdirSync(path.join(project, 'evil'));
    repository(path.join(project, 'evil'), home);
    put('project/evil/file.txt', 'x\n');
    put('project/evil/.git/config', HOSTILE_CONFIG);
    put('project/evil/hooks/post-index-change', '#!/bin/sh\ncanary\n', 0o755);
    put('project/bare/HEAD', 'ref: refs/heads/main\n');
    put('project/bare/config', HOSTILE_CONFIG.replace('bare = false', 'bare = false\n\tworktree = ..'));
    for (const name of ['objects', 'refs']) mkdirSync(path.join(project, 'bare', name));
  }
  return { root, project, home, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function repository(folder: string, home: string): void {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    });
  };
  git('init', '-q', '--template=', '.');
  git('add', '.');
  git('commit', '-q', '--allow-empty', '-m', 'First');
  git('rm', '-q', '--cached', '--ignore-unmatch', ...HIDDEN);
  git('commit', '-q', '--allow-empty', '-m', 'Second');
}

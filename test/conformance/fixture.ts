import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface ConformanceFixture {
  readonly project: string;
  readonly outside: string;
  readonly home: string;
  /** Replaces `$PROJ`, `$OUT` and `$HOMEDIR` in every string of a row. */
  fill<T>(value: T): T;
  remove(): void;
}

const FILES = [
  'src/a.ts',
  'src/deep/b.ts',
  'src/c.js',
  'lib/d.ts',
  'top.ts',
  'secrets/k.env',
  'secrets/sub/s.txt',
  'docs/x.md',
  '.env',
  'a.txt',
  'b.txt',
  '.vscode/settings.json',
  '.husky/pre-commit',
  '.gitmodules',
  '.mcp.json',
  '.claude/commands/c.md',
  '.claude/agents/z.md',
  '.claude/skills/s/SKILL.md',
  '.bashrc',
  '.idea/x.xml',
  'CLAUDE.md',
  'with space.txt',
  'sub/.git/config',
  'sub/secrets/n.txt',
];

/** The folder tree that the table rows refer to, on disk. */
export function makeConformanceFixture(): ConformanceFixture {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-conformance-')));
  const project = path.join(root, 'project');
  const outside = path.join(root, 'outside');
  const home = path.join(root, 'home');
  const put = (file: string, text = 'content\n'): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const file of FILES) put(path.join(project, file));
  put(path.join(project, '.gitignore'), 'sub\n');
  put(path.join(project, 'package.json'), JSON.stringify({ scripts: { test: 'true', 'test:unit': 'true', build: 'true' } }));
  for (const file of ['o.txt', 'sub/p.txt']) put(path.join(outside, file));
  for (const file of ['.ssh/id_rsa', 'notes.txt', '.bashrc']) put(path.join(home, file));
  const link = (target: string, name: string): void => symlinkSync(target, name);
  link(outside, path.join(project, 'link-out'));
  link(path.join(outside, 'o.txt'), path.join(project, 'link-file'));
  link('src/a.ts', path.join(project, 'link-in'));
  link('secrets/k.env', path.join(project, 'link-secret'));
  link(path.join(project, 'src'), path.join(outside, 'link-back'));
  execFileSync('git', ['init', '-q', project], { stdio: 'ignore', env: { ...process.env, GIT_TEMPLATE_DIR: '', HOME: home } });
  const fill = <T>(value: T): T => {
    const text = JSON.stringify(value).replaceAll('$HOMEDIR', home).replaceAll('$PROJ', project).replaceAll('$OUT', outside);
    return JSON.parse(text);
  };
  return { project, outside, home, fill, remove: () => rmSync(root, { recursive: true, force: true }) };
}

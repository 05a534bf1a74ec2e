import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worktrees } from '#main/worktrees/worktrees.ts';

/** A real git repository in a temporary folder. */
export class Repository {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'worktrees-')));
  readonly root = join(this.base, 'project');
  readonly home = join(this.base, 'home');

  constructor(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n', 'src/b.txt': 'b\n' }) {
    for (const folder of [this.root, this.home]) mkdirSync(folder);
    this.git('init', '--quiet', '--initial-branch=main');
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    if (Object.keys(files).length > 0) this.commit('first');
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** Runs git, by default in the project folder. */
  git(...args: readonly string[]): string {
    return this.gitIn(this.root, ...args);
  }

  gitIn(cwd: string, ...args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: this.home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  }

  commit(message: string, cwd = this.root): void {
    this.gitIn(cwd, 'add', '--all');
    this.gitIn(cwd, 'commit', '--quiet', '--allow-empty', '-m', message);
  }

  /** Writes a file of the project, or at an absolute path. */
  write(name: string, text: string): string {
    const file = name.startsWith('/') ? name : join(this.root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  worktrees(projectDir = this.root): Worktrees {
    return new Worktrees({ projectDir, env: { PATH: process.env['PATH'], HOME: this.home } });
  }
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Real folders for one test: a project, a home, managed settings and a state folder. */
export interface TempProject {
  readonly root: string;
  readonly projectDir: string;
  readonly homeDir: string;
  readonly managedDir: string;
  readonly stateDir: string;
  /** Writes a file below `root` (an object as JSON) and returns its path. */
  write(this: void, path: string, content: unknown): string;
}

export function tempProject(): TempProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-settings-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = (name: string): string => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  return {
    root,
    projectDir: folder('project'),
    homeDir: folder('home'),
    managedDir: folder('managed'),
    stateDir: folder('state'),
    write(path, content) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return file;
    },
  };
}

/** Runs git without the machine's configuration. */
export function git(cwd: string, ...args: string[]): string {
  return gitReading('', cwd, ...args);
}

/** The same with an input. */
export function gitReading(input: string, cwd: string, ...args: string[]): string {
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  return execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test as base, type Page } from 'playwright/test';
import { appRoot } from '../../main/app-root.ts';

export { expect };

export interface StartOptions {
  /** Starts the demo in a fresh folder (`--demo`). */
  readonly demo?: boolean;
  /** Files of a new project folder by path; `{}` for an empty one. Opened with `--project`. */
  readonly files?: Readonly<Record<string, string>>;
  /** An existing project folder. */
  readonly projectDir?: string;
  /** More arguments of `gatehouse serve`. */
  readonly args?: readonly string[];
  /** More environment, on top of a clean one. */
  readonly env?: Readonly<Record<string, string>>;
  /** Don't open the window: only the server. */
  readonly noPage?: boolean;
}

/** One running `gatehouse serve` with its own home folder. */
export interface RunningHost {
  readonly url: string;
  /** The project (or demo) folder, real path; empty without one. */
  readonly projectDir: string;
  readonly homeDir: string;
  readonly stateDir: string;
  readonly process: ChildProcess;
  /** The window, opened through its link. Throws with `noPage`. */
  readonly page: Page;
  /** The server's output so far. */
  output(): string;
  /** Stops the server and waits for its exit. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface HostFixtures {
  /** A folder for this test, removed afterwards: the home folder of every host it starts. */
  readonly homeDir: string;
  /** Starts a host (again, for a restart) and opens its window. Everything is stopped after the test. */
  readonly startHost: (options?: StartOptions) => Promise<RunningHost>;
}

const CLI = join(appRoot, 'out/cli/gatehouse.js');
/** A new home folder contains no compile cache. */
const COMPILE_CACHE = join(appRoot, 'node_modules/.cache/compile');
const START_LIMIT_MS = 90_000;

export const test = base.extend<HostFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from it
  homeDir: async ({}, use) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-e2e-')));
    await use(dir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },

  startHost: async ({ page, homeDir }, use, testInfo) => {
    const hosts: RunningHost[] = [];
    await use(async (options = {}) => {
      const host = await startServe(homeDir, options, page);
      hosts.push(host);
      if (!options.noPage) await page.goto(host.url);
      return host;
    });
    await Promise.all(hosts.map((host) => host.stop()));
    for (const host of hosts) await testInfo.attach('server output', { body: host.output(), contentType: 'text/plain' });
  },
});

/** Writes files below a folder, creating folders as needed. */
export function writeFiles(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

async function startServe(homeDir: string, options: StartOptions, page: Page): Promise<RunningHost> {
  const stateDir = join(homeDir, '.gatehouse');
  const projectDir = projectFolder(homeDir, options);
  const folder = projectDir === '' ? [] : [options.demo ? '--demo' : '--project', projectDir];
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', ...folder, ...(options.args ?? [])], {
    cwd: homeDir,
    env: { ...cleanEnvironment(homeDir), GATEHOUSE_HOME: stateDir, NODE_COMPILE_CACHE: COMPILE_CACHE, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const timer = setTimeout(() => killGroup(child), 5000);
    await ended;
    clearTimeout(timer);
    killGroup(child);
  };
  const url = await urlFrom(child, () => output).catch(async (error: unknown) => {
    await stop('SIGKILL');
    throw error;
  });
  return {
    url,
    projectDir,
    homeDir,
    stateDir,
    process: child,
    get page() {
      if (options.noPage) throw new Error('This host was started without a window');
      return page;
    },
    output: () => output,
    stop,
  };
}

function projectFolder(homeDir: string, { demo, files, projectDir }: StartOptions): string {
  if (projectDir !== undefined) return projectDir;
  if (demo) return join(homeDir, 'demo');
  if (!files) return '';
  const dir = join(homeDir, 'project');
  mkdirSync(dir, { recursive: true });
  writeFiles(dir, files);
  return dir;
}

/** Keeps the machine's own settings, keys and proxies out of tests. */
function cleanEnvironment(homeDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: homeDir,
    TMPDIR: homeDir,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/bash',
    TZ: 'UTC',
  };
}

/** The host prints its address on a line of its own. */
function urlFrom(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`gatehouse serve ${why}:\n${output()}`));
    const timer = setTimeout(() => fail('printed no address in time'), START_LIMIT_MS);
    const checkOutput = (): void => {
      const url = /^(http:\/\/127\.0\.0\.1:\d+\/\S+)$/m.exec(output())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', checkOutput);
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
}

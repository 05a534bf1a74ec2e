import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { appRoot } from '../../../main/app-root.ts';

export interface DoubleApp {
  readonly pid: number | undefined;
  /** Performs one of the operations of run.ts. */
  ask<Answer>(operation: string, ...args: unknown[]): Promise<Answer>;
  readonly pushes: readonly { push: string; payload: unknown }[];
  /** Shows the app's window in a page, its bridge and files served by the app. */
  show(page: Page): Promise<void>;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  /** What it wrote, including errors that it showed. */
  output(): string;
  stop(): Promise<void>;
}

type FromChild = {
  ready?: true;
  connected?: boolean;
  push?: { push: string; payload: unknown };
  id?: number;
  value?: unknown;
  error?: string;
};

/** What the app's protocol answers, its body in base64. */
interface LoadedFile {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const HERE = import.meta.dirname;
/** Not a real address: the app answers every request to it. */
const PAGE_ORIGIN = 'http://app.invalid';

interface DoubleOptions {
  readonly homeDir: string;
  readonly folder?: string;
  /** The folder of the built app. Default: this repository. */
  readonly appDir?: string;
  /** More environment, on top of a clean one. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built app in Node on the stand-in for Electron. */
export async function startDouble({ homeDir, folder, appDir = appRoot, env = {} }: DoubleOptions): Promise<DoubleApp> {
  const child = fork(join(HERE, 'run.ts'), [appDir, ...(folder === undefined ? [] : [folder])], {
    execArgv: ['--import', join(HERE, 'register.mjs')],
    env: {
      TMPDIR: homeDir,
      PATH: process.env['PATH'],
      HOME: homeDir,
      GATEHOUSE_HOME: join(homeDir, '.gatehouse'),
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      ...env,
    },
    cwd: homeDir,
    silent: true,
    serialization: 'advanced',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // A message sent to it while it ends; `exited` tells that it has.
  child.on('error', () => {});
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }>();
  const pushes: { push: string; payload: unknown }[] = [];
  const pushListeners: ((message: unknown) => void)[] = [];
  const connectionListeners: ((connected: boolean) => void)[] = [];
  let isConnected = true;
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: FromChild) => {
    if (message.ready) ready.resolve();
    if (message.connected !== undefined) {
      isConnected = message.connected;
      for (const listener of connectionListeners) listener(isConnected);
    }
    if (message.push) {
      pushes.push(message.push);
      for (const listener of pushListeners) listener(message.push);
    }
    const pending = message.id === undefined ? undefined : waiting.get(message.id);
    if (message.error === undefined) pending?.resolve(message.value);
    else pending?.reject(new Error(message.error));
  });
  void exited.then((code) => {
    const error = new Error(`The app ended with ${code}:\n${output}`);
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
  });
  await ready.promise;
  const isRunning = (): boolean => child.connected && !child.killed && child.exitCode === null && child.signalCode === null;
  const pages: Page[] = [];

  let lastId = 0;
  const ask = <Answer>(operation: string, ...args: unknown[]): Promise<Answer> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve: (value) => resolve(value as Answer), reject });
      child.send({ id: lastId, operation, args }, (error) => error && reject(error));
    });

  return {
    pid: child.pid,
    ask,
    pushes,
    exited,
    output: () => output,
    async show(page) {
      pages.push(page);
      await page.exposeFunction('doubleRequest', (message: unknown) => ask('request', message));
      pushListeners.push(
        (message) =>
          void page
            .evaluate((push) => (globalThis as unknown as { doublePush(push: unknown): void }).doublePush(push), message)
            .catch(() => {}),
      );
      connectionListeners.push(
        (connected) =>
          void page
            .evaluate((now) => (globalThis as unknown as { doubleConnection(now: boolean): void }).doubleConnection(now), connected)
            .catch(() => {}),
      );
      await page.addInitScript(bridgeInPage, isConnected);
      await page.route(`${PAGE_ORIGIN}/**`, async (route) => {
        const address = route.request().url().replace(PAGE_ORIGIN, 'app://ui');
        let answer: LoadedFile;
        try {
          answer = await ask('load', address);
        } catch (error) {
          // The page may still load files while the app ends.
          if (isRunning()) throw error;
          await route.abort().catch(() => {});
          return;
        }
        await route.fulfill({ status: answer.status, headers: answer.headers, body: Buffer.from(answer.body, 'base64') });
      });
      await page.goto(`${PAGE_ORIGIN}/index.html`);
    },
    async stop() {
      // Files that a page still loads have nothing to come from any more.
      for (const page of pages.filter((shown) => !shown.isClosed())) await page.unrouteAll({ behavior: 'ignoreErrors' });
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs in the page: what the preload script exposes there, connected to the one in the app. */
function bridgeInPage(wasConnected: boolean): void {
  const page = globalThis as unknown as Record<string, unknown> & { doubleRequest(message: unknown): Promise<unknown> };
  const listeners = new Set<(message: unknown) => void>();
  page['doublePush'] = (message: unknown) => {
    for (const listener of listeners) listener(message);
  };
  let isConnected = wasConnected;
  const connectionListeners = new Set<(connected: boolean) => void>();
  page['doubleConnection'] = (now: boolean) => {
    isConnected = now;
    for (const listener of connectionListeners) listener(now);
  };
  page['gatehouse'] = {
    request: (message: unknown) => page.doubleRequest(message),
    onPush: (listener: (message: unknown) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnection: (listener: (connected: boolean) => void) => {
      connectionListeners.add(listener);
      listener(isConnected);
      return () => connectionListeners.delete(listener);
    },
    pathForFile: () => null,
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { EVERYTHING, hostile, McpFixture } from '../../support/mcp-fixture.ts';
import { TempProject } from '../../support/temp-project.ts';

const MODERN = join(import.meta.dirname, '../../support/servers/modern-mcp-server.ts');
const tick = () => new Promise((resolve) => setTimeout(resolve, 20));

interface Served {
  readonly entry: object;
  /** The server's working directory, if it isn't the project. */
  readonly dir?: string;
}

/** A listening server process, stopped on dispose. */
class Listening implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly dir = new TempProject();
  readonly port: Promise<number>;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv, port: (line: string) => number | undefined) {
    const child = spawn(process.execPath, args, {
      cwd: this.dir.projectDir,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.port = new Promise((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          const found = port(String(chunk));
          if (found !== undefined) resolve(found);
        });
    });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    this.dir[Symbol.dispose]();
  }
}

describe.each(['stdio', 'http'])('the revision 2026-07-28 over %s', { timeout: 120_000 }, (transport) => {
  const listen = () => new Listening([MODERN, 'http'], {}, (line) => (/^\d+$/mu.test(line) ? Number.parseInt(line, 10) : undefined));
  const serve = async (server: Listening): Promise<Served> =>
    transport === 'stdio'
      ? { entry: { command: process.execPath, args: [MODERN] } }
      : { entry: { type: 'http', url: `http://127.0.0.1:${await server.port}/mcp` }, dir: server.dir.projectDir };

  it('supports progress, cancellation, roots, bounded elicitation and a changing tool list', async () => {
    await using server = listen();
    const { entry, dir } = await serve(server);
    await using fixture = new McpFixture({ servers: { s: entry } });
    expect(await fixture.ready()).toMatchObject({ state: 'connected', reason: null, problems: [] });
    expect((await fixture.call('mcp__s__echo', { text: 'hi' })).content).toBe('hi');

    const controller = new AbortController();
    const progress: { text?: string | undefined; fraction?: number | undefined }[] = [];
    const waiting = fixture.call('mcp__s__wait', {}, { signal: controller.signal, progress }).catch((error: unknown) => String(error));
    while (progress.length === 0) await tick();
    expect(progress).toEqual([{ text: 'waiting', fraction: 0.25 }]);
    controller.abort();
    expect(await waiting).toContain('Error');
    const stopped = join(dir ?? fixture.project.projectDir, 'stopped');
    while (!existsSync(stopped)) await tick();

    expect((await fixture.call('mcp__s__roots')).content).toContain(fixture.project.projectDir);
    await expect(fixture.call('mcp__s__ask')).rejects.toThrow(/rounds/u);
    expect(fixture.row().state).toBe('connected');

    await fixture.call('mcp__s__grow');
    const row = await fixture.until(({ tools }) => tools.some(({ rawName }) => rawName === 'grown-1'));
    expect(row.tools.find(({ rawName }) => rawName === 'grown-1')?.suspended).toContain('accepted the others');
  });
});

it('waits for a server of that revision that starts slowly', { timeout: 120_000 }, async () => {
  await using fixture = new McpFixture({ servers: { s: { command: process.execPath, args: [MODERN, 'stdio', '3500'] } } });
  expect(await fixture.ready()).toMatchObject({ state: 'connected', reason: null });
  expect((await fixture.call('mcp__s__echo', { text: 'hi' })).content).toBe('hi');
});

it('falls back to the older handshake when a server doesn’t answer an unknown request', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('taciturn') }, env: { MCP_TIMEOUT: '12000' } });
  expect(await fixture.ready()).toMatchObject({ state: 'connected', reason: null });
  expect((await fixture.call('mcp__s__get')).content).toBe('get {}');
});

it('restarts a server that exits on a request before the older handshake', async () => {
  await using fixture = new McpFixture({ servers: { s: hostile('strict'), t: hostile('exits') } });
  expect(await fixture.ready()).toMatchObject({ state: 'connected', reason: null });
  expect((await fixture.call('mcp__s__get')).content).toBe('get {}');
  expect(fixture.row('t')).toMatchObject({ state: 'failed', reason: expect.stringContaining('exit code 3') });
});

describe('the older SSE transport', { timeout: 120_000 }, () => {
  const listen = (port: number) =>
    new Listening([EVERYTHING, 'sse'], { PORT: String(port) }, (line) => (line.includes('running on port') ? port : undefined));

  it('calls, is killed during a call, and reconnects automatically', async () => {
    const port = await freePort();
    await using first = listen(port);
    await first.port;
    await using fixture = new McpFixture({ servers: { s: { type: 'sse', url: `http://127.0.0.1:${port}/sse` } } });
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    expect((await fixture.call('mcp__s__get-sum', { a: 2, b: 40 })).content).toContain('42');
    const progress: object[] = [];
    const long = fixture.call('mcp__s__trigger-long-running-operation', { duration: 60, steps: 600 }, { progress }).then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    while (progress.length === 0) await tick();
    await first.kill();
    expect(await long).toMatch(/connection is gone|can’t be reached/u);
    await using second = listen(port);
    await second.port;
    await fixture.until(({ state }) => state === 'connected');
    expect((await fixture.call('mcp__s__echo', { message: 'back' })).content).toBe('Echo: back');
  });
});

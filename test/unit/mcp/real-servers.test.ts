import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { EVERYTHING, FILES, McpFixture } from '../../support/mcp-fixture.ts';

const stdio = { command: process.execPath, args: [EVERYTHING, 'stdio'] };

/** The reference server over streamable HTTP; resolves when it listens. */
async function serve(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const chunk of child.stderr) if (String(chunk).includes('listening')) break;
  child.stderr.resume();
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

describe('the reference servers', { timeout: 120_000 }, () => {
  it('over stdio: text, images, structured content, resources, tool errors', async () => {
    await using fixture = new McpFixture({ servers: { s: stdio } });
    const row = await fixture.ready();
    expect(row).toMatchObject({ state: 'connected', scope: 'cli', problems: [] });
    expect((await fixture.call('mcp__s__echo', { message: 'hi' })).content).toBe('Echo: hi');
    const image = (await fixture.call('mcp__s__get-tiny-image')).content;
    expect(image).toContainEqual(expect.objectContaining({ type: 'image' }));
    expect((await fixture.call('mcp__s__get-structured-content', { location: 'New York' })).content).toContain('temperature');
    expect((await fixture.call('mcp__s__get-resource-links', { count: 2 })).content).toMatch(/\[resource [^\]]+\]/u);
    expect((await fixture.call('mcp__s__echo', {})).isError).toBe(true);
    expect(row.tools.map(({ rawName }) => rawName)).not.toContain('trigger-sampling-request');

    const listed = await fixture.call('ListMcpResourcesTool');
    const [first] = (typeof listed.content === 'string' ? listed.content : '').split('\n');
    const { server, uri }: { server: string; uri: string } = JSON.parse(first ?? '');
    expect(server).toBe('s');
    expect((await fixture.call('ReadMcpResourceTool', { server, uri })).content).toContain(uri);
    await expect(fixture.call('ReadMcpResourceTool', { server: 'other', uri })).rejects.toThrow('no connected server “other”');
  });

  it.runIf(process.platform === 'linux')('over stdio: killed during a call, the call fails, and the next one restarts it', async () => {
    await using fixture = new McpFixture({ servers: { s: stdio } });
    await fixture.ready();
    const progress: object[] = [];
    const long = fixture.call('mcp__s__trigger-long-running-operation', { duration: 60, steps: 600 }, { progress });
    while (progress.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/u.test(name)))
      if (linkAt(`/proc/${pid}/cwd`) === fixture.project.projectDir) process.kill(Number(pid), 'SIGKILL');
    await expect(long).rejects.toThrow('it was ended by SIGKILL');
    expect((await fixture.call('mcp__s__echo', { message: 'back' })).content).toBe('Echo: back');
  });

  it('get the folders they may work in', async () => {
    await using fixture = new McpFixture({
      servers: { s: stdio, files: { command: process.execPath, args: [FILES, '/nowhere-but-there'] } },
    });
    await fixture.ready();
    await fixture.until(({ tools }) => tools.some(({ rawName }) => rawName === 'get-roots-list'));
    expect((await fixture.call('mcp__s__get-roots-list')).content).toContain(fixture.project.projectDir);
  });

  it('over HTTP: killed during a call, the call fails; after a restart the next one runs', async () => {
    const port = await freePort();
    let child = await serve(port);
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url: '${SERVER:-http://127.0.0.1}:' + String(port) + '/mcp' } } });
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    expect((await fixture.call('mcp__s__get-sum', { a: 2, b: 40 })).content).toContain('42');
    const progress: object[] = [];
    const long = fixture.call('mcp__s__trigger-long-running-operation', { duration: 60, steps: 600 }, { progress });
    const outcome = long.then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    while (progress.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await kill(child);
    await expect(fixture.call('mcp__s__echo', { message: 'anyone?' })).rejects.toThrow(
      /can’t be reached|connection is gone|isn’t connected/u,
    );
    child = await serve(port);
    try {
      await fixture.mcp.restart('s');
      expect((await fixture.call('mcp__s__echo', { message: 'back' })).content).toBe('Echo: back');
    } finally {
      await kill(child);
    }
    await fixture.stop();
    expect(await outcome).not.toBe('answered');
  });

  it('over HTTP: reconnects automatically', async () => {
    const port = await freePort();
    let child = await serve(port);
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url: `http://127.0.0.1:${port}/mcp` } } });
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    await kill(child);
    await expect(fixture.call('mcp__s__echo', { message: 'anyone?' })).rejects.toThrow(
      /can’t be reached|connection is gone|isn’t connected/u,
    );
    await fixture.until(({ state }) => state !== 'connected');
    child = await serve(port);
    try {
      await fixture.until(({ state }) => state === 'connected');
      expect((await fixture.call('mcp__s__echo', { message: 'back' })).content).toBe('Echo: back');
    } finally {
      await kill(child);
    }
  });

  it('over HTTP: reports an unreachable server', async () => {
    await using fixture = new McpFixture({ servers: { s: { type: 'http', url: `http://127.0.0.1:${await freePort()}/mcp` } } });
    expect(await fixture.ready()).toMatchObject({ state: 'failed' });
    expect(fixture.row().reason).toMatch(/ECONNREFUSED|reached/u);
  });
});

import { readdirSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseToolInput } from '#main/tool/schema.ts';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';

const only = (how: string, more: object = {}) => ({ servers: { s: { ...hostile(how), ...more } } });

describe('a server that doesn’t start', () => {
  it.each([
    ['never answers', 'mute', { MCP_TIMEOUT: '1500' }, /didn’t answer/u],
    ['exits at once', 'exits', {}, /exit code 3/u],
    ['never lists its tools', 'mute-list', { MCP_TIMEOUT: '1500' }, /didn’t answer/u],
    ['lists endless pages', 'endless', {}, /list has no end: it was given up after 20 pages/u],
    ['prints text that is no message', 'chatter', { MCP_TIMEOUT: '100000' }, /no MCP messages/u],
  ])('%s', async (_name, how, env, reason) => {
    await using fixture = new McpFixture({ ...only(how), env });
    await fixture.ready();
    const row = await fixture.until(({ state }) => state === 'failed');
    expect(row.reason).toMatch(reason);
  });

  it('names an unknown program', async () => {
    await using fixture = new McpFixture({ servers: { s: { command: 'no-such-program-anywhere' } } });
    expect((await fixture.ready()).reason).toContain('ENOENT');
  });

  it('references an unset variable', async () => {
    await using fixture = new McpFixture({ servers: { s: { command: 'node', args: ['${NOT_SET_ANYWHERE}'] } } });
    expect((await fixture.ready()).reason).toContain('NOT_SET_ANYWHERE is not set');
  });
});

describe('a misbehaving server', () => {
  it('prints a banner among its messages, or floods its stderr', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('banner'), t: hostile('stderr') } });
    expect(await fixture.ready()).toMatchObject({ state: 'connected' });
    expect((await fixture.call('mcp__s__get')).content).toBe('get {}');
    expect((await fixture.call('mcp__t__get')).content).toBe('get {}');
  });

  it('lists too many tools and hostile schemas', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('many'), t: hostile('schemas') } });
    const row = await fixture.ready();
    expect(row.tools).toHaveLength(1000);
    expect(row.problems).toEqual(['500 tools over 1000 were left out']);
    expect(fixture.row('t').problems).toEqual(['huge: its schema is larger than 64 KB']);
    const issues = fixture.mcp
      .tools()
      .filter(({ name }) => name.startsWith('mcp__t__'))
      .map((tool) => parseToolInput(tool, { a: `${'a'.repeat(60)}!` }));
    expect(issues).toHaveLength(3);
    expect(issues.every(({ ok }) => !ok)).toBe(true);
  });

  it('has its descriptions truncated and made visible', async () => {
    await using fixture = new McpFixture(only('hidden'));
    const [tool] = (await fixture.ready()).tools;
    expect(tool?.description).toMatch(/^Gets\. long /u);
    expect(Buffer.byteLength(tool?.description ?? '')).toBeLessThanOrEqual(2048);
    expect(tool?.description).toContain('[cut]');
  });

  it('nests a definition or an answer too deeply: only that one fails', async () => {
    await using fixture = new McpFixture(only('deep'));
    const row = await fixture.ready();
    expect(row.tools.map(({ name }) => name)).toEqual([expect.stringContaining('shallow')]);
    expect(row.problems).toEqual(['deep: its definition is nested deeper than 200 levels']);
    await expect(fixture.call('mcp__s__shallow')).rejects.toThrow('nested deeper than 200 levels');
    expect(fixture.row().state).toBe('connected');
  });

  it('answers with too many parts', async () => {
    await using fixture = new McpFixture(only('many-parts'));
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow('made of more than 2 million parts');
  });

  it.each(['null-result', 'text-result', 'null-content', 'number-content'])(
    'answers with a wrong shape (%s), and gets an error at once',
    async (how) => {
      await using fixture = new McpFixture(only(how));
      await fixture.ready();
      await expect(fixture.call('mcp__s__get')).rejects.toThrow(/wrong shape|isn’t as MCP wants it/u);
      expect(fixture.row().state).toBe('connected');
    },
  );

  it('answers in unusual content parts', async () => {
    await using fixture = new McpFixture(only('odd-result'));
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow('isn’t as MCP wants it');
    expect(fixture.row().state).toBe('connected');
  });

  it('lists resources endlessly: others are still listed, its own up to a limit or not at all', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('endless-resources'), t: hostile('good') } });
    await fixture.ready();
    const { content } = await fixture.call('ListMcpResourcesTool');
    const lines = typeof content === 'string' ? content.split('\n') : [];
    expect(lines).toContain('{"server":"t","uri":"x:1","name":"one"}');
    expect(lines.length).toBeLessThan(100);
    expect(fixture.row().state).toBe('connected');
  });

  it('sends an answer above the message size limit', async () => {
    await using fixture = new McpFixture(only('monstrous'));
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow('larger than 16 MB');
  });
});

describe('a call', () => {
  it('during which the server dies fails with its last output, and the next one restarts it', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('dies'), t: hostile('dies-once') } });
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow(/exit code 7[\s\S]*out of memory/u);
    expect(fixture.row('s')).toMatchObject({ state: 'failed', stderr: 'last words: out of memory' });
    await expect(fixture.call('mcp__t__get')).rejects.toThrow('connection is gone');
    expect((await fixture.call('mcp__t__get')).content).toBe('back again');
    expect(fixture.row('t').state).toBe('connected');
  });

  it('that is never answered times out as configured', async () => {
    await using fixture = new McpFixture(only('silent-call', { timeout: 300 }));
    await fixture.ready();
    await expect(fixture.call('mcp__s__get')).rejects.toThrow('didn’t answer in time');
    expect(fixture.row().state).toBe('connected');
  });

  it('that is never answered can be interrupted', async () => {
    await using fixture = new McpFixture(only('silent-call'));
    await fixture.ready();
    const controller = new AbortController();
    const call = fixture.call('mcp__s__get', {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(fixture.row().state).toBe('connected');
  });

  it('reports the server’s latest progress', async () => {
    await using fixture = new McpFixture(only('progress'));
    await fixture.ready();
    const progress: { text?: string | undefined; fraction?: number | undefined }[] = [];
    expect((await fixture.call('mcp__s__get', {}, { progress })).content).toBe('done');
    expect(progress.map(({ text }) => text)).toContain('step 3');
    expect(progress.at(-1)?.fraction).toBe(1);
  });
});

describe('processes', () => {
  it('end with the project, including stubborn ones and their children', async () => {
    const fixture = new McpFixture({ servers: { s: hostile('stubborn'), t: hostile('orphans') } });
    await fixture.ready();
    await fixture.call('mcp__t__get');
    expect(runningIn(fixture.project.projectDir).length).toBeGreaterThanOrEqual(3);
    await fixture.stop();
    await noneRunsIn(fixture.project.projectDir);
    fixture.project[Symbol.dispose]();
  });

  it('end with the project, including those just switched off', async () => {
    const fixture = new McpFixture({ servers: { s: hostile('stubborn') } });
    await fixture.ready();
    await fixture.mcp.setEnabled('s', false);
    await fixture.stop();
    await noneRunsIn(fixture.project.projectDir);
    fixture.project[Symbol.dispose]();
  });
});

/** A killed process exists until the system has scheduled its end. */
async function noneRunsIn(folder: string): Promise<void> {
  await expect.poll(() => runningIn(folder)).toEqual([]);
}

/** Processes whose working directory is that folder. */
function runningIn(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/u.test(name) || Number(name) === process.pid) return false;
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}

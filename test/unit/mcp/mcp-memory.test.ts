import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { McpMemory } from '#main/mcp/servers/mcp-memory.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const open = () => new McpMemory({ file: join(dir, 'mcp.json'), withLock: (_file, work) => work() });
const tools = (digest: string) => new Map([['get', digest]]);

describe('accepted MCP definitions', () => {
  it('start with the first list, which is kept', async () => {
    expect(open().accepted('a')).toBeUndefined();
    await open().begin('a', tools('one'));
    await open().begin('a', tools('two'));
    expect(open().accepted('a')).toEqual(tools('one'));
  });

  it('are empty once the file is damaged, also after a new acceptance', async () => {
    await open().begin('a', tools('one'));
    await open().begin('b', tools('one'));
    writeFileSync(join(dir, 'mcp.json'), '{"version": 1, "definit');
    expect(open().accepted('a')).toEqual(new Map());
    await open().accept('a', tools('two'));
    expect(open().accepted('a')).toEqual(tools('two'));
    await open().begin('b', tools('changed'));
    expect(open().accepted('b')).toEqual(new Map());
  });
});

describe('switched-off servers', () => {
  it('are remembered per project', async () => {
    await open().setSwitchedOff('/p', 'a', true);
    expect([open().switchedOff('/p', 'a'), open().switchedOff('/p', 'b'), open().switchedOff('/q', 'a')]).toEqual([
      'off',
      undefined,
      undefined,
    ]);
    await open().setSwitchedOff('/p', 'a', false);
    expect(open().switchedOff('/p', 'a')).toBeUndefined();
  });

  it('are unknown once the file was damaged: only servers switched on since are on', async () => {
    await open().setSwitchedOff('/p', 'a', true);
    writeFileSync(join(dir, 'mcp.json'), '{"version": 1, "off": {"/p": "a"');
    expect(open().switchedOff('/p', 'a')).toBe('unknown');
    await open().setSwitchedOff('/p', 'a', false);
    expect([open().switchedOff('/p', 'a'), open().switchedOff('/p', 'b')]).toEqual([undefined, 'unknown']);
    await open().setSwitchedOff('/p', 'a', true);
    expect(open().switchedOff('/p', 'a')).toBe('off');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { McpMemory } from '#main/mcp/mcp-memory.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const open = () => new McpMemory({ file: join(dir, 'mcp.json'), withLock: (_file, work) => work() });
const tools = (digest: string) => new Map([['get', digest]]);

describe('what was accepted of MCP servers', () => {
  it('begins with the first list, and keeps it', async () => {
    expect(open().accepted('a')).toBeUndefined();
    await open().begin('a', tools('one'));
    await open().begin('a', tools('two'));
    expect(open().accepted('a')).toEqual(tools('one'));
  });

  it('is nothing of any server once its file is damaged, also after something was accepted anew', async () => {
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

describe('what was switched off', () => {
  it('is kept, for its project', async () => {
    await open().setSwitchedOff('/p', 'a', true);
    expect([open().switchedOff('/p', 'a'), open().switchedOff('/p', 'b'), open().switchedOff('/q', 'a')]).toEqual([
      'off',
      undefined,
      undefined,
    ]);
    await open().setSwitchedOff('/p', 'a', false);
    expect(open().switchedOff('/p', 'a')).toBeUndefined();
  });

  it('is anybody’s guess once the file was damaged: nothing is on but what was switched on since', async () => {
    await open().setSwitchedOff('/p', 'a', true);
    writeFileSync(join(dir, 'mcp.json'), '{"version": 1, "off": {"/p": "a"');
    expect(open().switchedOff('/p', 'a')).toBe('unknown');
    await open().setSwitchedOff('/p', 'a', false);
    expect([open().switchedOff('/p', 'a'), open().switchedOff('/p', 'b')]).toEqual([undefined, 'unknown']);
    await open().setSwitchedOff('/p', 'a', true);
    expect(open().switchedOff('/p', 'a')).toBe('off');
  });
});

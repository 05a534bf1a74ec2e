import { expect } from 'vitest';
import { text } from '#test/support/messages-answer.ts';
import type { ToolCase } from './tool-case.ts';

/** The page and the MCP server are those of the fixture. */
export const PAGE = 'docs.test-web/a';

export const serverCases: readonly ToolCase[] = [
  {
    tool: 'LSP',
    files: { 'src/a.ts': 'const a = 1;\n' },
    input: { operation: 'goToDefinition', filePath: 'src/a.ts', line: 1, character: 7 },
    output: { operation: 'goToDefinition', result: 'src/a.ts:1:7: variable a', resultCount: 1, fileCount: 1 },
    worst: [
      {},
      { operation: 'rename', filePath: 'src/a.ts' },
      { operation: 'hover', filePath: 'src/a.ts' },
      { operation: 'hover', filePath: 'src/a.ts', line: 0, character: 1 },
      { operation: 'documentSymbol', filePath: '/dev/zero' },
      { operation: 'documentSymbol', filePath: '' },
    ],
  },
  {
    tool: 'WebFetch',
    input: ([{ tool_response: address } = { tool_response: '' }]) => ({ url: String(address), prompt: 'What is it?' }),
    model: [{ blocks: [text('A guide.')] }],
    output: { code: 200, codeText: 'OK', result: 'A guide.', bytes: expect.any(Number) },
    worst: [
      { url: 'file:///etc/passwd', prompt: 'x' },
      { url: 'https://127.0.0.1/', prompt: 'x' },
      { url: 'https://[::1]/', prompt: 'x' },
      { url: 'http://user:secret@docs.test-web/', prompt: 'x' },
      { url: 'no address', prompt: 'x' },
      { url: 'https://nowhere.invalid/', prompt: 'x' },
    ],
  },
  {
    tool: 'WebSearch',
    input: { query: 'node lts' },
    model: [{ blocks: [text('It is version 24.')] }],
    output: { query: 'node lts', results: ['It is version 24.'] },
    worst: [{}, { query: 'x' }, { query: 'ab', allowed_domains: ['a.b'], blocked_domains: ['c.d'] }],
  },
  {
    tool: 'WebBrowser',
    input: { action: 'navigate', url: 'https://example.com/' },
    output: { url: 'https://example.com/', title: 'T', text: 'body' },
    worst: [
      { action: 'navigate', url: 'file:///etc/passwd' },
      { action: 'navigate', url: 'https://127.0.0.1/' },
      { action: 'click' },
      { action: 'click', ref: '"]' },
      { action: 'evaluate', text: '1' },
    ],
  },
  {
    tool: 'ListMcpResourcesTool',
    input: {},
    output: [{ server: 'docs', uri: 'docs://a', name: 'A', mimeType: 'text/plain' }],
    worst: [{ server: 'nobody' }, { server: '__proto__' }, { server: 1 }],
  },
  {
    tool: 'ReadMcpResourceTool',
    input: { server: 'docs', uri: 'docs://a' },
    output: { contents: [{ uri: 'docs://a', mimeType: 'text/plain', text: 'one' }] },
    worst: [
      { server: 'nobody', uri: 'docs://a' },
      { server: 'docs', uri: '' },
      { server: 'docs', uri: 'x'.repeat(10_000) },
    ],
  },
  {
    tool: 'ReadMcpResourceDir',
    input: { server: 'docs', uri: 'docs://' },
    output: { resources: [{ uri: 'docs://a', name: 'A', mimeType: 'text/plain' }] },
    worst: [
      { server: 'nobody', uri: 'docs://' },
      { server: 'docs', uri: '' },
      { server: 'docs', uri: 'x'.repeat(10_000) },
      { server: 'docs', uri: '/../../' },
    ],
  },
  {
    tool: 'RefreshMcpTools',
    input: {},
    output: [{ server: 'docs', status: 'refreshed', toolCount: 0, added: [], removed: [] }],
    worst: [{ server: 'nobody' }, { server: '__proto__' }, { server: 1 }],
  },
  {
    tool: 'WaitForMcpServers',
    input: { servers: ['docs'] },
    output: [{ server: 'docs', status: 'connected' }],
    worst: [{ servers: [] }, { servers: ['__proto__'] }, { servers: 'docs' }, { timeout: 1e12 }, { timeout: -1 }],
  },
];

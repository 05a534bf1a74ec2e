/**
 * An MCP server of revision 2026-07-28 built with the protocol's SDK: over stdio, or with the argument `http` on a port it prints. A file
 * `stopped` in its working directory shows that a call was cancelled.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** How often `grow` was called; later instances have that many more tools. */
let grown = 0;
let notify: (() => void) | undefined;

function makeServer(): McpServer {
  const server = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: { listChanged: true }, resources: {} } });
  const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  server.registerTool('echo', { description: 'Says it again', inputSchema: z.object({ text: z.string() }) }, ({ text }) => say(text));
  server.registerTool('wait', { description: 'Never ends by itself' }, async ({ mcpReq: { signal, _meta, notify: report } }) => {
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined)
      await report({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 4, message: 'waiting' } });
    if (!signal.aborted) await once(signal, 'abort');
    writeFileSync('stopped', '');
    return say('stopped');
  });
  server.registerTool('roots', { description: 'Asks for the folders' }, ({ mcpReq: { inputResponses } }) =>
    inputResponses ? say(JSON.stringify(inputResponses)) : inputRequired({ inputRequests: { roots: inputRequired.listRoots() } }),
  );
  server.registerTool('ask', { description: 'Asks for ever' }, () =>
    inputRequired({ inputRequests: { roots: inputRequired.listRoots() }, requestState: 'again' }),
  );
  const addGrown = (): void => void server.registerTool(`grown-${grown}`, { description: 'Was added' }, () => say('grown'));
  if (grown > 0) addGrown();
  server.registerTool('grow', { description: 'Adds a tool' }, () => {
    grown += 1;
    addGrown();
    notify?.();
    return say('grew');
  });
  return server;
}

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(makeServer);
  notify = () => handler.notify.toolsChanged();
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const gone = new AbortController();
      outgoing.on('close', () => gone.abort());
      const body =
        incoming.method === 'POST' ? await Readable.toWeb(incoming).pipeThrough(new TextDecoderStream()).getReader().read() : undefined;
      const headers = new Headers(
        Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
      const url = `http://127.0.0.1${incoming.url ?? '/'}`;
      const response = await handler.fetch(
        new Request(url, { method: incoming.method ?? 'GET', headers, signal: gone.signal, ...(body?.value && { body: body.value }) }),
      );
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body) for await (const chunk of response.body) outgoing.write(chunk);
      outgoing.end();
    })().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
} else {
  // `late` delays the start by these milliseconds, like a program that is downloaded first.
  setTimeout(() => void serveStdio(makeServer), Number(process.argv[3] ?? 0));
}

/**
 * An MCP server over stdio whose tool `work` reports progress 60 times a second, for any number of calls, until a file named `enough` is in
 * its working directory. Each call returns the last step it reported.
 */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly _meta?: { readonly progressToken?: string | number } };
}

const HZ = 60;
const CHECK_MS = 100;
const running = new Map<string | number, { readonly token: string | number | undefined; steps: number }>();

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const answer = (id: string | number, result: object): void => void process.stdout.write(line({ id, result }));

setInterval(() => {
  let lines = '';
  for (const call of running.values()) {
    call.steps += 1;
    if (call.token === undefined) continue;
    const params = { progressToken: call.token, progress: call.steps % 1000, total: 1000, message: `step ${call.steps}` };
    lines += line({ method: 'notifications/progress', params });
  }
  // Reports less often to a slow reader, as a sensible server would.
  if (lines !== '' && process.stdout.writableLength === 0) process.stdout.write(lines);
}, 1000 / HZ);

setInterval(() => {
  if (!existsSync('enough')) return;
  for (const [id, { steps }] of running) answer(id, { content: [{ type: 'text', text: `did ${steps} steps` }] });
  running.clear();
}, CHECK_MS);

createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params }: Message = JSON.parse(text);
  if (id === undefined) return;
  if (method === 'initialize') {
    answer(id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'busy', version: '1' } });
  } else if (method === 'tools/list') {
    const work = { name: 'work', description: 'Works.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };
    answer(id, { tools: [work] });
  } else if (method === 'tools/call') running.set(id, { token: params?.['_meta']?.progressToken, steps: 0 });
  else process.stdout.write(line({ id, error: { code: -32601, message: 'Method not found' } }));
});
process.on('SIGTERM', () => process.exit(0));

// The baseline: the SDK with minimal tools and nothing else. Run as a separate program with the project folder as argument; plain
// JavaScript, so that no types are stripped at start.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Anthropic } from '@anthropic-ai/sdk';
import { rgPath } from '@vscode/ripgrep';

const run = promisify(execFile);
const projectDir = process.argv[2] ?? '.';
const client = new Anthropic({ apiKey: 'bench', baseURL: process.env['ANTHROPIC_BASE_URL'] ?? null, maxRetries: 0 });
/** @type {Anthropic.MessageParam[]} */
const messages = [{ role: 'user', content: 'go' }];

for (;;) {
  const message = await client.messages.stream({ model: 'bench', max_tokens: 100, messages }).finalMessage();
  const calls = message.content.filter((block) => block.type === 'tool_use');
  if (calls.length === 0) break;
  messages.push({ role: 'assistant', content: message.content });
  const results = calls.map(async ({ id, name, input }) => ({ type: 'tool_result', tool_use_id: id, content: await act(name, input) }));
  messages.push({ role: 'user', content: await Promise.all(results) });
}

async function act(name, input) {
  if (name === 'Read') return readFile(input.file_path, 'utf8');
  if (name === 'Bash') return (await run('bash', ['-c', input.command])).stdout;
  return (await run(rgPath, ['-l', '--', input.pattern, projectDir])).stdout;
}

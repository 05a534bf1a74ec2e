/** The floor: the SDK, a tool that does the bare thing, and nothing else. Started as a program of its own with the project folder as argument. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Anthropic } from '@anthropic-ai/sdk';
import { rgPath } from '@vscode/ripgrep';

const run = promisify(execFile);
const projectDir = process.argv[2] ?? '.';
const client = new Anthropic({
  apiKey: 'bench',
  ...(process.env['ANTHROPIC_BASE_URL'] && { baseURL: process.env['ANTHROPIC_BASE_URL'] }),
  maxRetries: 0,
});
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }];

for (;;) {
  const message = await client.messages.stream({ model: 'bench', max_tokens: 100, messages }).finalMessage();
  const calls = message.content.filter((block) => block.type === 'tool_use');
  if (calls.length === 0) break;
  messages.push({ role: 'assistant', content: message.content });
  const content = await Promise.all(
    calls.map(async ({ id, name, input }) => ({ type: 'tool_result' as const, tool_use_id: id, content: await act(name, Object(input)) })),
  );
  messages.push({ role: 'user', content });
}

async function act(name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  if (name === 'Read') return readFile(String(input['file_path']), 'utf8');
  if (name === 'Bash') return (await run('bash', ['-c', String(input['command'])])).stdout;
  return (await run(rgPath, ['-l', '--', String(input['pattern']), join(projectDir)])).stdout;
}

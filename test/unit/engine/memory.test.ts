import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const DONE = { blocks: [text('Done.')] };
const promptOf = (body: RequestBody | undefined) => (body?.system ?? []).map((block) => block.text ?? '').join('\n');

function memoryFolder({ homeDir, projectDir }: TempProject): string {
  return join(homeDir, '.claude', 'projects', projectDir.replaceAll(/[^A-Za-z0-9]/gu, '-'), 'memory');
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

it('the model starts with its notes, reads others without asking, and asks before it writes one', async () => {
  using temp = new TempProject();
  const folder = memoryFolder(temp);
  write(join(folder, 'MEMORY.md'), '- [style](style.md): how the user writes');
  write(join(folder, 'style.md'), 'Short sentences.');
  await using server = await MessagesServer.start(
    {
      blocks: [
        toolUse('r', 'Read', { file_path: join(folder, 'style.md') }),
        toolUse('w', 'Write', { file_path: join(folder, 'new.md'), content: 'Note.' }),
      ],
    },
    DONE,
  );
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { calls } = await window.until((view) => Object.values(view.calls).some(({ state }) => state === 'waiting'));
  expect(Object.values(calls).map(({ toolName, state }) => `${toolName} ${state}`)).toEqual(['Read done', 'Write waiting']);
  const prompt = promptOf(server.requests[0]?.body);
  expect(prompt).toContain('- [style](style.md): how the user writes');
  expect(prompt).not.toContain('Short sentences.');
});

it('an agent type with notes of its own starts with them, and not with those of the main agent', async () => {
  using temp = new TempProject({
    '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\ntools: Grep\nmemory: user\n---\nReview.\n',
  });
  write(join(memoryFolder(temp), 'MEMORY.md'), 'note of the main agent');
  write(join(temp.homeDir, '.claude/agent-memory/reviewer/MEMORY.md'), 'note of the reviewer');
  await using server = await MessagesServer.start(
    { blocks: [toolUse('a', 'Agent', { description: 'Review', prompt: 'Review it.', subagent_type: 'reviewer' })] },
    DONE,
    DONE,
    DONE,
  );
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  await window.turnEnded();
  const agents = server.requests.map(({ body }) => body).filter((body) => promptOf(body).includes('note of the reviewer'));
  expect(agents.length).toBeGreaterThan(0);
  for (const body of agents) expect(promptOf(body)).not.toContain('note of the main agent');
  expect(agents[0]?.tools?.map(({ name }) => name).toSorted()).toEqual(['Edit', 'Grep', 'Read', 'Write']);
});

it('instructions and notes of the user are loaded even where reading outside the project is blocked', async () => {
  using temp = new TempProject();
  write(join(temp.homeDir, '.claude/settings.json'), '{"permissions": {"blockReadsOutsideWorkingDirectories": true}}');
  write(join(temp.homeDir, '.claude/CLAUDE.md'), 'How I work.');
  write(join(memoryFolder(temp), 'MEMORY.md'), 'A note.');
  await using server = await MessagesServer.start({ blocks: [toolUse('r', 'Read', { file_path: join(temp.homeDir, 'x') })] }, DONE);
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { calls } = await window.turnEnded();
  const prompt = promptOf(server.requests[0]?.body);
  expect(prompt).toContain('How I work.');
  expect(prompt).toContain('A note.');
  expect(Object.values(calls).map(({ state }) => state)).toEqual(['denied']);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionView } from '#shared/session/view.ts';
import { type Answer, text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

interface Run {
  readonly view: SessionView;
  /** The messages of each request, as text. */
  readonly read: readonly string[];
  readonly window: EngineWindow;
  readonly server: MessagesServer;
  readonly temp: TempProject;
}

interface Setting {
  /** Of the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Of `~/.claude`. */
  readonly own?: Readonly<Record<string, string>>;
  readonly message: string;
  readonly answers: readonly Answer[];
  /** Waits for this instead of the turn's end. */
  readonly until?: (view: SessionView) => boolean;
}

/** Runs one session in which skills are used, and checks it before it ends. */
export async function session({ files = {}, own = {}, message, answers, until }: Setting, check: (run: Run) => void | Promise<void>) {
  await using server = await MessagesServer.start(...answers);
  using temp = new TempProject({ 'a.txt': 'first\n', ...files });
  for (const [name, content] of Object.entries(own)) {
    const file = join(temp.homeDir, '.claude', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await using window = new EngineWindow(temp, server);
  await window.begin(message);
  const view = await (until ? window.until(until) : window.turnEnded());
  const read = server.requests.map(({ body }) => JSON.stringify(body.messages));
  await check({ view, read, window, server, temp });
}

/** The absolute path of a project's file, from the system prompt. */
export function pathOf({ system }: RequestBody, file: string): string {
  const folder = /\/\S*gatehouse-test-[^/\s]+\/project/u.exec(JSON.stringify(system))?.[0] ?? '';
  return `${folder}/${file}`;
}

export const DONE: Answer = { blocks: [text('Done.')] };
export const skill = (front: string, body: string) => `---\n${front}\n---\n${body}\n`;
export const states = ({ calls }: SessionView) => Object.values(calls).map(({ toolName, state }) => `${toolName} ${state}`);
export const useSkill = (name: string, args?: string): Answer => ({
  blocks: [toolUse('s1', 'Skill', { skill: name, ...(args !== undefined && { args }) })],
});

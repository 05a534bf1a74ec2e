import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEngine } from '#main/engine.ts';
import { unpackView } from '#shared/session/pack-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import { type FixedAnswer, text, toolUse } from '#test/support/messages-answer.ts';
import { FILES } from '#test/support/mcp-fixture.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { type AskEngine, asWindow } from '#test/unit/engine/engine-window.ts';

/** What the process holds between two sessions. */
export interface Held {
  /** After garbage collection, in KiB. */
  readonly heap: number;
  readonly files: number;
  /** Child processes. */
  readonly processes: number;
  /** Timers, sockets and other handles that keep the event loop busy. */
  readonly handles: number;
  /** In the folder for temporary files, the project's own folder left out. */
  readonly temporary: number;
}

export interface SoakOptions {
  readonly sessions: number;
  /** Sessions between two measurements. */
  readonly every: number;
  /** An empty folder, set as `TMPDIR` of the process. */
  readonly tmpDir: string;
  readonly onMeasured?: (sessions: number, held: Held) => void;
}

/**
 * One engine that runs one session after another, each with reads, an edit that a person allows, commands in the foreground and the
 * background, an agent, a server's tool, hooks, a denied call and an interrupted turn. Every second one is deleted afterwards, the others
 * are left open.
 * @returns measurements, taken after every `every` sessions
 */
export async function soak({ sessions, every, tmpDir, onMeasured }: SoakOptions): Promise<readonly Held[]> {
  using temp = new TempProject({
    'a.txt': 'one\n',
    '.mcp.json': JSON.stringify({ mcpServers: { files: { command: process.execPath, args: [FILES, '.'] } } }),
    '.claude/settings.json': JSON.stringify({
      enableAllProjectMcpServers: true,
      permissions: { deny: ['Bash(rm:*)'], allow: ['mcp__files', 'Bash(sleep:*)'] },
      hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'cat > /dev/null' }] }] },
    }),
  });
  await using server = await MessagesServer.start();
  const engine = createEngine({
    host: 'web',
    homeDir: temp.homeDir,
    env: {
      PATH: process.env['PATH'],
      HOME: temp.homeDir,
      TMPDIR: tmpDir,
      GATEHOUSE_HOME: temp.stateDir,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'k',
    },
  });
  const ask = asWindow(engine);
  const { projectDir } = temp;
  const measured: Held[] = [];
  try {
    await ask('project.open', { path: projectDir });
    await ask('project.trust', { projectDir });
    for (let done = 1; done <= sessions; done += 1) {
      temp.write('a.txt', 'one\n');
      server.push(...Array.from({ length: REQUESTS }, () => answerTo));
      await runSession({ ask, projectDir, isKept: done % 2 === 0 });
      server.clear();
      if (done % every !== 0) continue;
      const held = holding(tmpDir, temp.root);
      measured.push(held);
      onMeasured?.(done, held);
    }
  } finally {
    await engine.dispose();
  }
  return measured;
}

interface Run {
  readonly ask: AskEngine;
  readonly projectDir: string;
  readonly isKept: boolean;
}

async function runSession({ ask, projectDir, isKept }: Run): Promise<void> {
  const { sessionId } = await ask('session.create', { projectDir });
  const until = async (wanted: (view: SessionView) => boolean): Promise<SessionView> => {
    for (;;) {
      const view = unpackView((await ask('session.open', { projectDir, sessionId })).packed);
      if (wanted(view)) return view;
      await sleep(5);
    }
  };
  const isOver = ({ turn, agents }: SessionView): boolean =>
    turn === null && Object.values(agents).every(({ state }) => state !== 'running');
  await ask('session.send', { sessionId, text: 'Work.' });
  const { asks } = await until((view) => view.asks.length > 0);
  for (const { askId, digest } of asks) await ask('permission.answer', { sessionId, askId, digest, answer: { type: 'allow_once' } });
  const { tasks } = await until(isOver);
  for (const { terminal } of Object.values(tasks)) await ask('terminal.stop', { sessionId, terminalId: terminal.terminalId });
  await until((view) => isOver(view) && Object.values(view.tasks).every(({ state }) => state !== 'running'));
  await ask('session.send', { sessionId, text: 'Wait.' });
  await until(({ calls }) => Object.values(calls).some(({ state, terminal }) => state === 'running' && terminal !== undefined));
  await ask('session.interrupt', { sessionId });
  await until(isOver);
  if (!isKept) await ask('session.delete', { projectDir, sessionId });
}

const WORK = {
  blocks: [
    text('I look, change and run something.'),
    toolUse('r', 'Read', { file_path: 'a.txt' }),
    toolUse('g', 'Grep', { pattern: 'one' }),
    toolUse('l', 'Glob', { pattern: '**/*' }),
    toolUse('m', 'mcp__files__list_directory', { path: '.' }),
    toolUse('a', 'Agent', { description: 'Look', prompt: 'Find it.' }),
    toolUse('b', 'Bash', { command: 'seq 1000' }),
    toolUse('k', 'Bash', { command: 'sleep 600', run_in_background: true }),
    toolUse('d', 'Bash', { command: 'rm a.txt' }),
  ],
};
const CHANGE = { blocks: [toolUse('e', 'Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' })] };
const WAIT = { blocks: [toolUse('w', 'Bash', { command: 'tail -f a.txt' })] };
const DONE = { blocks: [text('Done.')] };

/** More than a session makes. */
const REQUESTS = 20;

function answerTo({ messages }: RequestBody): FixedAnswer {
  const last = JSON.stringify(messages.at(-1)?.content);
  if (last.includes('Work.')) return WORK;
  if (last.includes('Wait.')) return WAIT;
  return last.includes('"tool_use_id":"d"') ? CHANGE : DONE;
}

/** After garbage collection. */
function holding(tmpDir: string, projectRoot: string): Held {
  collect();
  return {
    heap: Math.round(process.memoryUsage().heapUsed / 1024),
    files: readdirSync('/proc/self/fd').length,
    processes: childrenOf(process.pid).length,
    handles: process.getActiveResourcesInfo().length,
    temporary: readdirSync(tmpDir).filter((name) => join(tmpDir, name) !== projectRoot).length,
  };
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  // Functions of a new context see the flag; those of this one were made before it.
  runInNewContext('gc()');
}

function childrenOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

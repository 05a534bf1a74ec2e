import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createEngine } from '#main/engine.ts';
import { auditDir } from '#main/audit/audit-files.ts';
import { readRecords } from '#main/audit/read-records.ts';
import type { EnginePort } from '#main/host/engine-port.ts';
import { servePort } from '#main/host/port.ts';
import { setLogSink } from '#main/log/logger.ts';
import { commands, type CommandName } from '#shared/contract/commands.ts';
import type { PushMessage, ResponseMessage } from '#shared/contract/message.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { anyMessage } from './messages.ts';

/** Valid requests of these only read. Valid requests of other commands are what a person may do, so they aren't sent. */
const READING: ReadonlySet<string> = new Set<CommandName>([
  'app.state',
  'session.list',
  'session.overview',
  'session.open',
  'asks.list',
  'call.detail',
]);
const BATCH = 500;

export interface ContractFuzz {
  readonly sent: number;
  readonly refused: number;
  /** Valid requests that only read. */
  readonly read: number;
  /** Lines of the log about refusals. */
  readonly logged: number;
  /** In the audit log. */
  readonly recorded: number;
}

/**
 * Sends generated messages to the port of a real engine. Each must get exactly one answer; what is no valid request must be refused, without reaching the
 * engine, a push, or a changed file.
 * @throws Error with the message that broke this
 */
export async function fuzzContract({ messages, seed }: { readonly messages: number; readonly seed: number }): Promise<ContractFuzz> {
  using project = new TempProject({ 'a.txt': 'a', '.claude/settings.json': '{}' });
  const { homeDir, stateDir, projectDir, root } = project;
  const engine = createEngine({ host: 'web', homeDir, env: { PATH: process.env['PATH'], HOME: homeDir, GATEHOUSE_HOME: stateDir } });
  const reached: string[] = [];
  const pushes: PushMessage[] = [];
  const watched: EnginePort = {
    handle: (command, input, window) => {
      reached.push(command);
      return engine.handle(command, input, window);
    },
    onPush: (listener) => engine.onPush(listener),
    refused: (refusal) => engine.refused(refusal),
    windowClosed: (window) => engine.windowClosed(window),
    dispose: () => engine.dispose(),
  };
  let logged = 0;
  const stopLogging = setLogSink('warn', ({ message }) => {
    if (message.startsWith('A request was refused')) logged += 1;
    else throw new Error(`The engine reported: ${message}`);
  });
  const port = servePort(watched, {
    windowId: 'fuzz',
    sendPushes: (batch) => pushes.push(...batch),
    bufferedAmount: () => 0,
    close: (reason) => {
      throw new Error(`The window was disconnected: ${reason}`);
    },
  });
  const count = { sent: 0, refused: 0, read: 0 };
  try {
    await engine.handle('project.open', { path: projectDir }, { windowId: 'fuzz' });
    const { sessionId } = await engine.handle('session.create', { projectDir }, { windowId: 'fuzz' });
    port.flush();
    pushes.length = 0;
    const audit = auditDir(stateDir);
    const before = filesIn(root, audit);
    while (count.sent < messages) {
      const batch = fc.sample(anyMessage, { numRuns: Math.min(BATCH, messages - count.sent), seed: seed + count.sent });
      for (const message of batch) {
        const command = validCommand(message);
        count.sent += 1;
        if (command !== undefined && !READING.has(command)) continue;
        reached.length = 0;
        const answer = await port.request(message);
        if (command === undefined) {
          count.refused += 1;
          assertRefused(message, answer, reached);
        } else count.read += 1;
      }
      port.flush();
      if (pushes.length > 0) throw new Error(`A refused message caused the push ${pushes[0]?.push ?? ''}`);
    }
    const after = filesIn(root, audit);
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
    if (changed.length > 0) throw new Error(`Refused messages have changed ${changed.join(', ')}`);
    const { sessions } = await engine.handle('session.list', { projectDir }, { windowId: 'fuzz' });
    if (!sessions.some((session) => session.sessionId === sessionId)) throw new Error('The engine has lost its session');
  } finally {
    port.dispose();
    stopLogging();
    await engine.dispose();
  }
  const recorded = [...readRecords(stateDir)].map(({ record }) => record.outcome);
  if (recorded.some((outcome) => outcome !== 'refused')) throw new Error(`A refused message was decided: ${recorded.join(', ')}`);
  return { ...count, logged, recorded: recorded.length };
}

/** The command, if the message is a request that a window could make. */
function validCommand(message: unknown): CommandName | undefined {
  if (typeof message !== 'object' || message === null || !('command' in message) || typeof message.command !== 'string') return undefined;
  const { command } = message;
  if (!Object.hasOwn(commands, command)) return undefined;
  const name = command as CommandName;
  return commands[name].input.safeParse('input' in message ? message.input : undefined).success ? name : undefined;
}

function assertRefused(message: unknown, answer: ResponseMessage, reached: readonly string[]): void {
  const isRefused = !answer.ok && (answer.error.code === 'invalid_input' || answer.error.code === 'unknown_command');
  if (isRefused && reached.length === 0) return;
  throw new Error(`Not refused: ${fc.stringify(message)} was answered with ${JSON.stringify(answer).slice(0, 500)}`);
}

/** Written a while after the first session was opened, whatever is sent. */
const BY_ITSELF = 'tidied';

/** Content by path, except for the records of what was refused. */
function filesIn(root: string, audit: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== BY_ITSELF && entry.parentPath !== audit,
  );
  return Object.fromEntries(files.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path, readFileSync(path, 'latin1')]));
}

import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '#main/app-root.ts';
import { StdioProcess, type StdioProcessOptions } from '#main/mcp/connection/stdio-process.ts';
import { hostile } from '../../support/mcp-fixture.ts';

type Entry = Pick<StdioProcessOptions, 'command' | 'args'>;

/** A server in a separate process whose messages are not read. */
function serverOf({ command, args }: Entry, more: Pick<StdioProcessOptions, 'onClose' | 'now'>): StdioProcess {
  return new StdioProcess({
    command,
    args,
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: tmpdir(),
    id: '0123456789ab',
    processes: {
      mark: () => ({}),
      signal: (pid, _id, signal) => Promise.resolve(void process.kill(-pid, signal)),
      endLeftBehind: () => Promise.resolve(),
    },
    onMessage: () => undefined,
    calls: () => 0,
    ...more,
  });
}

/** A program without other work must still run when the server it stops has exited. */
const PROGRAM = `
import { StdioProcess } from './main/mcp/connection/stdio-process.ts';
const processes = {
  mark: () => ({}),
  // Slow to take effect, as under load: the signal is sent once this program has nothing else to do.
  signal: async (pid, _id, signal) => { if (signal === 'SIGKILL') setTimeout(() => process.kill(pid, signal), 300).unref(); },
  endLeftBehind: async () => undefined,
};
const server = new StdioProcess({
  command: process.execPath,
  args: ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'],
  env: {}, cwd: process.cwd(), id: 'a', processes, onMessage: () => undefined, onClose: () => undefined, calls: () => 0,
});
await server.start();
await server.close();
await server.close();
process.stdout.write('closed');
`;

it('waits for a server that ignores the request to exit, however often it is stopped', () => {
  const run = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], { cwd: join(appRoot), encoding: 'utf8' });
  expect({ code: run.status, out: run.stdout, errors: run.stderr }).toEqual({ code: 0, out: 'closed', errors: '' });
});

it('stops a server that floods with messages', { timeout: 600_000 }, async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = serverOf(hostile('notifications'), {
    onClose: resolve,
    // The clock is frozen, so everything counts as sent at once, however slow the machine.
    now: () => 0,
  });
  await server.start();
  expect(await promise).toContain('floods Gatehouse');
  await server.close().catch(() => undefined);
});

it('abandons a server that closes its output but keeps running', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const closesOutput = { command: process.execPath, args: ['-e', 'require("fs").closeSync(1); setInterval(() => 0, 1000)'] };
  const server = serverOf(closesOutput, { onClose: resolve });
  await server.start();
  expect(await promise).toBe('it closed its output');
  await server.close().catch(() => undefined);
});

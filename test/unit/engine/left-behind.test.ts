import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processIsAlive } from '#main/terminal/process-group.ts';
import { endLeftBehind } from '#main/terminal/left-behind.ts';
import { CliFixture } from '../cli/run-cli.ts';
import { gone } from '#test/support/process-gone.ts';

/** Two processes that outlive their terminal in different ways. */
const LEAVE = `nohup sh -c 'echo $$ > nohup.pid; exec sleep 300' > /dev/null 2>&1 &
setsid sh -c 'echo $$ > setsid.pid; exec sleep 300' > /dev/null 2>&1 &
until [ -s nohup.pid ] && [ -s setsid.pid ]; do sleep 0.01; done`;

test.runIf(process.platform === 'linux').each([
  ['a running command', [`${LEAVE}\nsleep 300`]],
  ['a finished command', [LEAVE, 'touch ended; sleep 300']],
  ['a finished command of an earlier turn', [LEAVE, 'true', 'touch ended; sleep 300']],
])('processes of %s left running after a kill are ended when the session is resumed', async (_, commands) => {
  using cli = new CliFixture();
  const script = join(cli.root, 'script.json');
  const answer = { blocks: [{ type: 'text', text: 'Done.' }] };
  const turns = [...commands.map((command) => ({ blocks: [{ type: 'tool_use', name: 'Bash', input: { command } }] })), answer];
  writeFileSync(script, JSON.stringify({ model: 'scripted', turns }));
  const args = ['run', '--project', cli.projectDir, '--script', script, '--allowed-tools', 'Bash', '--output-format', 'stream-json'];
  const pidFiles = ['nohup.pid', 'setsid.pid'].map((name) => join(cli.projectDir, name));
  const started = commands.length > 1 ? [...pidFiles, join(cli.projectDir, 'ended')] : pidFiles;

  let watching: Promise<void> | undefined;
  const isStarted = () => started.every((file) => existsSync(file)) && pidFiles.every((file) => readFileSync(file, 'utf8').endsWith('\n'));
  const killOnceStarted = async (kill: (signal: NodeJS.Signals) => void) => {
    // The log names a command's terminal just after its start.
    while (!isStarted() || !logOf(cli).includes('"call.terminal"')) await sleep(20);
    kill('SIGKILL');
  };
  await cli.run([...args, '--prompt', 'go'], {}, (_stdout, kill) => {
    watching ??= killOnceStarted(kill);
  });
  await watching;
  const pids = pidFiles.map((file) => Number(readFileSync(file, 'utf8')));
  // Another session's process, and a similar one.
  const other = spawn('sleep', ['300'], { env: { GATEHOUSE_TERMINAL: '0123456789abcdef-0123456789ab' } });
  try {
    expect(pids.map(processIsAlive)).toEqual([true, true]);
    writeFileSync(script, JSON.stringify({ model: 'scripted', turns: [answer] }));
    const resumed = await cli.run([...args, '--prompt', 'go on', '--resume', 'last']);
    expect(resumed.code, resumed.stderr).toBe(0);
    for (const pid of pids) await gone(pid);
    expect(other.exitCode ?? other.signalCode).toBe(null);
    await endLeftBehind(['0123456789ab']);
    await new Promise((resolve) => (other.signalCode === null ? other.once('exit', resolve) : resolve(undefined)));
    expect(other.signalCode).toBe('SIGKILL');
  } finally {
    other.kill('SIGKILL');
    for (const pid of pids) if (processIsAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});

/** The log of the one session. */
function logOf({ root }: CliFixture): string {
  return globSync(join(root, 'state/sessions/*/*/events.jsonl'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SessionLog } from '#main/session/log.ts';
import { TempProject } from '#test/support/temp-project.ts';

const SCRIPT = fileURLToPath(new URL('../../support/programs/append-until-killed.ts', import.meta.url));

it.each([1, 50, 400, 1500])('keeps everything reported as stored when the program is killed after %d events', async (count) => {
  using temp = new TempProject();
  const folder = join(temp.stateDir, 'session');
  const child = spawn(process.execPath, [SCRIPT, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > count) child.kill('SIGKILL');
  });
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');

  const stored = Number(output.split('\n').at(-2));
  expect(stored).toBeGreaterThanOrEqual(count);
  expect(existsSync(join(folder, 'events.jsonl'))).toBe(true);
  const log = SessionLog.open(folder);
  expect(log.events.length).toBeGreaterThanOrEqual(stored);
  expect(log.events.map(({ seq }) => seq)).toEqual(log.events.map((_, index) => index + 1));
  expect(log.append({ type: 'session.title', data: { title: 'on we go' } }).seq).toBe(log.events.length);
  log.close();
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from '#main/log/logger.ts';
import { startLogging } from '#main/log/start-logging.ts';
import { TempProject } from '#test/support/temp-project.ts';

/** What an environment lets through of one entry at each level: to the file, and to the console. */
async function logged(env: NodeJS.ProcessEnv): Promise<{ file: string[]; printed: string[] }> {
  using place = new TempProject();
  const printed: string[] = [];
  const logging = startLogging({ stateDir: place.stateDir, env, print: (line) => void printed.push(line) });
  const log = createLogger('area');
  for (const level of ['error', 'warn', 'info', 'debug'] as const) log[level](`one at ${level}`);
  await logging.settled();
  logging.stop();
  log.error('after the end');
  const messages = (text: string): string[] => [...text.matchAll(/: (.*)\n/gu)].map(([, message = '']) => message);
  return { file: messages(textOf(logging.path)), printed: messages(printed.join('')) };
}

it.each<[env: NodeJS.ProcessEnv, file: readonly string[], printed: readonly string[]]>([
  [{}, ['error', 'warn', 'info'], []],
  [{ GATEHOUSE_LOG_LEVEL: 'loud' }, ['error', 'warn', 'info'], []],
  [{ GATEHOUSE_LOG_LEVEL: 'warn' }, ['error', 'warn'], []],
  [{ GATEHOUSE_LOG_LEVEL: 'debug', GATEHOUSE_LOG_CONSOLE: '1' }, ['error', 'warn', 'info', 'debug'], ['error', 'warn', 'info', 'debug']],
  [{ GATEHOUSE_LOG_LEVEL: 'off', GATEHOUSE_LOG_CONSOLE: '1' }, [], []],
])('%j', async (env, file, printed) => {
  const found = await logged(env);
  expect(found).toEqual({ file: file.map((level) => `one at ${level}`), printed: printed.map((level) => `one at ${level}`) });
});

it('never fails what logs', async () => {
  using place = new TempProject();
  writeFileSync(join(place.stateDir, 'logs'), '');
  const broken = (): never => {
    throw new Error('broken');
  };
  const logging = startLogging({ stateDir: place.stateDir, env: { GATEHOUSE_LOG_CONSOLE: '1' }, print: broken });
  const hostile = Object.defineProperty(new Error('x'), 'stack', { get: broken });
  createLogger('area').error('one', hostile);
  createLogger('area').error('two');
  await logging.settled();
  logging.stop();
});

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readShellEnvironment, startedFromTerminal, usersEnvironment } from '#main/settings/shell-env.ts';
import { tempProject } from './temp-project.ts';

/** A program named like a shell, run as `<shell> -i -l -c <command>`. */
function fakeShell(script: string, name = 'zsh'): string {
  const temp = tempProject();
  mkdirSync(join(temp.root, 'bin'));
  const file = temp.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const bare = { PATH: '/usr/bin:/bin', HOME: '/home/x', TERM: 'xterm', SHLVL: '4' };

describe('readShellEnvironment', () => {
  test('reads what the login shell exports, whatever its start-up files print', async () => {
    const shell = fakeShell(
      'echo "Welcome!"; export FROM_PROFILE="a=b\nc" PATH="/opt/tools:$PATH" SHLVL=9; [ "$1 $2 $3" = "-i -l -c" ] && eval "$4"; echo bye',
    );
    const { env, source } = await readShellEnvironment({ env: bare, shell, askShell: true, timeoutMs: 60_000 });
    expect(source).toBe('shell');
    expect(env).toMatchObject({ FROM_PROFILE: 'a=b\nc', PATH: '/opt/tools:/usr/bin:/bin', HOME: '/home/x', TERM: 'xterm', SHLVL: '4' });
    expect(env).not.toHaveProperty('DISABLE_AUTO_UPDATE');
    expect(env).not.toHaveProperty('GATEHOUSE_RESOLVING_ENVIRONMENT');
  });

  test('neither waits for nor ends a program the profile leaves running', async () => {
    const shell = fakeShell('(while [ ! -e "$0.go" ]; do sleep 0.05; done; touch "$0.alive") & eval "$4"');
    expect((await readShellEnvironment({ env: bare, shell, askShell: true, timeoutMs: 60_000 })).source).toBe('shell');
    // Its shell has exited by the time a second one has answered.
    await readShellEnvironment({ env: bare, shell: fakeShell('eval "$4"'), askShell: true, timeoutMs: 60_000 });
    writeFileSync(`${shell}.go`, '');
    await vi.waitFor(() => expect(existsSync(`${shell}.alive`)).toBe(true), { timeout: 60_000 });
  });

  test.each([
    ['hangs', 'sleep 60', 300, /within 0\.3 s/],
    ['says nothing', 'exit 3', 60_000, /ended without printing it/],
    ['never stops printing', 'yes', 60_000, /printed too much/],
  ])('a shell that %s: falls back to our own environment, with the reason', async (_name, script, timeoutMs, problem) => {
    const result = await readShellEnvironment({ env: bare, shell: fakeShell(script), askShell: true, timeoutMs });
    expect(result).toMatchObject({ source: 'fallback', env: bare });
    expect(result.problem).toMatch(problem);
  });

  test.each(['/nowhere/zsh', 'zsh', '/bin/cat'])('does not run the shell %s', async (shell) => {
    expect(await readShellEnvironment({ env: bare, shell, askShell: true })).toMatchObject({ source: 'fallback', env: bare });
  });

  test('starts nothing when started from a terminal or on Windows', async () => {
    const shell = fakeShell('touch "$0.ran"');
    expect((await readShellEnvironment({ env: bare, shell })).source).toBe('process');
    expect((await readShellEnvironment({ env: {}, shell, platform: 'win32' })).source).toBe('process');
  });

  test.each([
    [{}, false, false],
    [{ TERM: 'xterm' }, true, true],
    [{ TERM: 'xterm' }, false, false],
    [{ SHLVL: '1' }, false, true],
    [{ SHLVL: '0' }, false, false],
  ])('startedFromTerminal %j, terminal: %s', (env, isTty, answer) => {
    expect(startedFromTerminal(env, isTty)).toBe(answer);
  });
});

describe('usersEnvironment', () => {
  test('drops variables set by Electron, npm and Gatehouse; keeps the user’s exports', () => {
    const env = {
      ELECTRON_RUN_AS_NODE: '1',
      npm_config_registry: 'x',
      npm_lifecycle_event: 'start',
      INIT_CWD: '/x',
      GATEHOUSE_HOME: '/g',
      NODE: '/n',
      NODE_CHANNEL_FD: '3',
      ANTHROPIC_API_KEY: 'theirs',
      HTTPS_PROXY: 'http://p',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      NODE_ENV: 'test',
      EMPTY: '',
      GONE: undefined,
    };
    expect(usersEnvironment(env)).toEqual({
      ANTHROPIC_API_KEY: 'theirs',
      HTTPS_PROXY: 'http://p',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      NODE_ENV: 'test',
      EMPTY: '',
    });
  });

  test('removes Gatehouse’s own tools from PATH', () => {
    const path = [
      '/apps/gatehouse/node_modules/.bin',
      '/apps/node_modules/.bin',
      '/node_modules/.bin',
      '/npm/node-gyp-bin',
      '/project/node_modules/.bin',
      '/usr/bin',
    ].join(delimiter);
    expect(usersEnvironment({ PATH: path }, '/apps/gatehouse')['PATH']).toBe(['/project/node_modules/.bin', '/usr/bin'].join(delimiter));
  });
});

import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SshPlace } from '#main/terminal/place/ssh-place.ts';
import type { Client } from '#main/terminal/place/run-client.ts';
import { gone } from '#test/support/process-gone.ts';
import { TerminalFixture, ptyHost } from '../terminal-fixture.ts';

const opened: TerminalFixture[] = [];
afterEach(async () => {
  for (const fixture of opened.splice(0)) await fixture.dispose();
});

interface Wanted {
  readonly client: (root: string) => Client;
  readonly host?: string;
  /** Name of the project’s folder on the host. */
  readonly folder?: string;
}

function fixtureOn({ client, host = 'build1', folder = 'there' }: Wanted) {
  const fixture = new TerminalFixture(process.env, 'session', ptyHost, async ({ root, cwd }) => {
    mkdirSync(path.join(root, folder, 'sub'), { recursive: true });
    mkdirSync(path.join(cwd, 'sub'), { recursive: true });
    return new SshPlace({ client: client(root), host, folder: path.join(root, folder), projectDir: cwd });
  });
  opened.push(fixture);
  return { fixture, there: path.join(fixture.root, folder) };
}

const standIn =
  (shell = 'sh') =>
  (root: string): Client => ({
    file: path.resolve('test/support/places/ssh'),
    env: {
      PATH: process.env['PATH'] ?? '',
      FAKE_PATH: process.env['PATH'] ?? '',
      FAKE_LOGIN_SHELL: shell,
      FAKE_SSH_ARGUMENTS: path.join(root, 'arguments'),
    },
    cwd: root,
  });

const has = (name: string): boolean => (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(path.join(folder, name)));

describe('a command on an ssh host', () => {
  it('runs in the project’s folder there, and its exit code passes through', async () => {
    const { fixture, there } = fixtureOn({ client: standIn() });
    expect(await fixture.run('pwd; exit 7')).toMatchObject({ output: there, exitCode: 7 });
  });

  it('starts in the folder there that stands for the working directory here, which it doesn’t change', async () => {
    const { fixture, there } = fixtureOn({ client: standIn() });
    await fixture.run('true');
    const result = await fixture.run('pwd; cd /', { cwd: path.join(fixture.cwd, 'sub') });
    expect(result).toMatchObject({ output: path.join(there, 'sub') });
    expect(result).not.toHaveProperty('cwd');
  });

  it('does not run outside of the project', async () => {
    const { fixture } = fixtureOn({ client: standIn() });
    await expect(fixture.run('true', { cwd: fixture.root })).rejects.toThrow('only the project’s folder is known on build1');
  });

  it('does not run when the folder there is missing', async () => {
    const { fixture } = fixtureOn({ client: standIn() });
    await fixture.run('rm -r ../there');
    expect(await fixture.run('echo ran')).toMatchObject({ exitCode: 1, output: expect.not.stringContaining('ran') });
  });

  it('asks nothing and opens nothing but its terminal, whatever the configuration says', async () => {
    const { fixture } = fixtureOn({ client: standIn() });
    await fixture.run('true');
    const given = readFileSync(path.join(fixture.root, 'arguments'), 'utf8').split('\n');
    expect(given.slice(0, given.indexOf('--') + 2).join(' ')).toBe(
      '-tt -a -x -e none -o BatchMode=yes -o ClearAllForwardings=yes -o PermitLocalCommand=no -o RemoteCommand=none ' +
        '-o ForkAfterAuthentication=no -o LogLevel=ERROR -- build1',
    );
  });

  it.each(['sh', 'bash', 'dash', 'zsh', 'fish', 'tcsh'])('means the same with %s as the login shell', async (shell) => {
    // Not every machine has all of them.
    if (!has(shell)) return;
    const { fixture } = fixtureOn({ client: standIn(shell), folder: `it's a "$(touch pwned)" \\ folder!` });
    const { output } = await fixture.run(`printf '%s\\n' 'a\\\\b' "it's" '!x' "\${#BASH_VERSION}" \\\n  'two words'; pwd`);
    expect(output.replaceAll('\r', '').split('\n')).toEqual([
      'a\\\\b',
      "it's",
      '!x',
      expect.stringMatching(/^\d+$/u),
      'two words',
      expect.stringContaining('it\'s a "$(touch pwned)" \\ folder!'),
    ]);
    expect(existsSync('/pwned')).toBe(false);
  });

  it('has no input where nobody can type', async () => {
    const { fixture } = fixtureOn({ client: standIn() });
    expect(await fixture.run('cat; echo end', { noInput: true })).toMatchObject({ output: 'end' });
  });

  it('says what 255 may mean', async () => {
    const { fixture } = fixtureOn({ client: standIn(), host: 'unreachable' });
    const { exitCode, output } = await fixture.run('true');
    expect(exitCode).toBe(255);
    expect(output).toContain('connect to host unreachable port 22: Connection refused');
    expect(output).toContain('[Exit code 255 is what ssh returns when it can’t connect to unreachable or loses the connection');
  });

  it('does not run when it is too long for an argument', async () => {
    const { fixture } = fixtureOn({ client: standIn() });
    await expect(fixture.run(`: ${'x'.repeat(99_000)}`)).rejects.toThrow('too long for ssh');
  });
});

const SSHD = '/usr/sbin/sshd';

function canServe(): boolean {
  try {
    accessSync(SSHD, constants.X_OK);
    return (userInfo().uid !== 0 || existsSync('/run/sshd')) && has('ssh') && has('ssh-keygen') && process.platform === 'linux';
  } catch {
    // There is none.
    return false;
  }
}

/** Needs OpenSSH's server; as root also the folder that its service makes. */
describe.skipIf(!canServe())('a command on a real ssh host', () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'sshd-')));
  let server: ReturnType<typeof spawn> | undefined;

  beforeAll(async () => {
    const key = (name: string): string => {
      const file = path.join(root, name);
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
      return file;
    };
    const hostKey = key('host-key');
    const userKey = key('user-key');
    const port = await freePort();
    writeFileSync(path.join(root, 'authorized_keys'), readFileSync(`${userKey}.pub`));
    const serverConfig = [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${hostKey}`,
      `AuthorizedKeysFile ${root}/authorized_keys`,
      'PidFile none',
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
    ];
    writeFileSync(path.join(root, 'sshd_config'), `${serverConfig.join('\n')}\n`);
    const clientConfig = [
      'Host build1',
      'HostName 127.0.0.1',
      `Port ${port}`,
      `User ${userInfo().username}`,
      `IdentityFile ${userKey}`,
      'IdentitiesOnly yes',
      `UserKnownHostsFile ${root}/known_hosts`,
      'RemoteCommand echo from the configuration',
    ];
    writeFileSync(path.join(root, 'ssh_config'), `${clientConfig.join('\n')}\n`);
    writeFileSync(path.join(root, 'known_hosts'), `[127.0.0.1]:${port} ${readFileSync(`${hostKey}.pub`, 'utf8')}`);
    // ssh reads the user's configuration from the home folder of the account, whatever HOME says: this program names another one.
    writeFileSync(path.join(root, 'ssh'), `#!/bin/sh\nexec ssh -F ${root}/ssh_config "$@"\n`, { mode: 0o755 });
    server = spawn(SSHD, ['-D', '-e', '-f', path.join(root, 'sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] });
    await new Promise<void>((resolve, reject) => {
      let printed = '';
      server?.stderr?.on('data', (chunk: Buffer) => {
        printed += chunk.toString('utf8');
        if (printed.includes('Server listening')) resolve();
      });
      server?.once('exit', () => reject(new Error(printed)));
    });
  });

  afterAll(() => {
    server?.kill();
    rmSync(root, { recursive: true, force: true });
  });

  const real = (): Client => ({ file: path.join(root, 'ssh'), env: { PATH: process.env['PATH'] ?? '' }, cwd: root });

  it('runs, with its exit code and without a word of ssh', async () => {
    const { fixture, there } = fixtureOn({ client: real });
    const result = await fixture.run(`pwd; tty >/dev/null && echo terminal; printf '%s' "it's" '\\'; exit 9`, { noInput: false });
    expect(result.output.replaceAll('\r', '')).toBe(`${there}\nterminal\nit's\\`);
    expect(result.exitCode).toBe(9);
  });

  it('runs to its end when it closes its output', async () => {
    const { fixture, there } = fixtureOn({ client: real });
    expect(await fixture.run('exec >log 2>&1 </dev/null; sleep 1; echo end')).toMatchObject({ exitCode: 0, output: '' });
    expect(readFileSync(path.join(there, 'log'), 'utf8')).toBe('end\n');
  });

  it('is hung up when it is stopped', async () => {
    const { fixture, there } = fixtureOn({ client: real });
    const { terminalId, finished } = await fixture.watched('echo $$ >pid; echo started; sleep 1000');
    await fixture.shown('started');
    const pid = Number(readFileSync(path.join(there, 'pid'), 'utf8'));
    fixture.service.stop(terminalId);
    expect(await finished).toMatchObject({ aborted: true });
    await gone(pid);
  });

  it('fails without asking when the host is not known', async () => {
    rmSync(path.join(root, 'known_hosts'));
    const { fixture } = fixtureOn({ client: real });
    const { exitCode, output } = await fixture.run('echo ran', { noInput: false });
    expect(exitCode).toBe(255);
    expect(output).not.toContain('ran');
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

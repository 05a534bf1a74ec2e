import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseServeOptions } from '#main/cli/serve-options.ts';
import { UsageError } from '#main/cli/usage.ts';

const TLS = join(import.meta.dirname, '../../support/tls');
const CERTIFICATE = ['--tls-cert', join(TLS, 'test-server.cert.pem'), '--tls-key', join(TLS, 'test-server.key.pem')];

describe('gatehouse serve', () => {
  it('is for this machine alone by default', () => {
    expect(parseServeOptions([])).toEqual({
      port: 0,
      projectDir: undefined,
      demoDir: undefined,
      bind: '127.0.0.1',
      names: ['127.0.0.1', 'localhost'],
      tls: undefined,
      idleMs: undefined,
      console: false,
    });
  });

  it('answers to the names of the certificate, and those that were given first', () => {
    expect(parseServeOptions(['--host', '0.0.0.0', ...CERTIFICATE])).toMatchObject({
      bind: '0.0.0.0',
      names: ['model.example', 'localhost', '127.0.0.1'],
      idleMs: 24 * 3_600_000,
    });
    expect(parseServeOptions([...CERTIFICATE, '--name', 'Desk.example', '--sign-out-after', '0.5'])).toMatchObject({
      names: ['desk.example', 'model.example', 'localhost', '127.0.0.1'],
      idleMs: 1_800_000,
    });
    expect(parseServeOptions(['--host', '192.0.2.7', '--without-tls']).names).toEqual(['192.0.2.7']);
  });

  it.each([
    [['--host', '0.0.0.0'], '--without-tls'],
    [['--host', '192.0.2.7', '--name', 'x'], 'SSH tunnel'],
    [['--host', '::', '--without-tls'], 'Add --name'],
    [['--tls-cert', 'a.pem'], 'go together'],
    [['--tls-key', 'a.pem'], 'go together'],
    [['--tls-cert', '/nowhere/a.pem', '--tls-key', '/nowhere/b.pem'], '/nowhere/a.pem can’t be read'],
    [['--name', 'https://host.example'], 'without scheme'],
    [['--name', 'a b'], 'without scheme'],
    [['--sign-out-after', '0'], 'number of hours'],
    [['--sign-out-after', 'soon'], 'number of hours'],
    [['--port', '70000'], '--port'],
    [['--project', '.', '--demo', 'd'], 'don’t go together'],
  ])('refuses %j', (args, why) => {
    expect(() => parseServeOptions(args)).toThrow(UsageError);
    expect(() => parseServeOptions(args)).toThrow(why);
  });
});

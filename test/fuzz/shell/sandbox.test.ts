import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFuzzFixture, SECRET } from './fixture.ts';
import { runInSandbox, sandboxProblem } from './sandbox.ts';

describe.skipIf(sandboxProblem() !== undefined)('the sandbox for generated lines', () => {
  const fixture = makeFuzzFixture(false);
  afterAll(() => fixture.remove());

  it('reports what a line did', async () => {
    const lines = [
      'true',
      'canary',
      "bash -c 'canary' &",
      'cat secret.env',
      'rm keep.txt',
      'echo x > new.txt',
      'echo x > /tmp/new',
      'env -i /canary/canary',
    ];
    const marks = (await runInSandbox(lines, fixture)).map((effects) =>
      Object.entries(effects ?? {}).flatMap(([name, set]) => (set ? [name] : [])),
    );
    expect(marks).toEqual([[], ['canary'], ['canary'], ['secret'], ['keep', 'write'], ['write'], ['write'], ['canary']]);
  }, 60_000);

  it('contains files, network, signals, processes and time', async () => {
    let connections = 0;
    const server = createServer(() => connections++).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const outside = path.join(path.dirname(fixture.root), `gatehouse-outside-${process.pid}`);
    writeFileSync(outside, 'outside');
    const lines = [
      `echo changed > ${outside}; rm -f ${outside}; cat ${outside}`,
      `echo x > /usr/gatehouse-x; echo x > /fixture/project/keep.txt; rm -rf /usr /fixture /batch /etc`,
      `(echo > /dev/tcp/127.0.0.1/${port}) 2>&1`,
      `kill -9 ${process.pid}; kill -9 -1; kill -9 1`,
      'f() { f | f & }; f',
      'while :; do :; done',
      'yes > big',
      'a=x; while :; do a=$a$a; done',
      'echo 1 > /proc/sys/kernel/panic; echo c > /proc/sysrq-trigger',
      'trap "" TERM INT HUP; setsid sleep 100 & sleep 100',
      'canary',
    ];
    const effects = await runInSandbox(lines, fixture);
    server.close();
    expect(readFileSync(outside, 'utf8')).toBe('outside');
    rmSync(outside);
    expect(existsSync('/usr/gatehouse-x')).toBe(false);
    expect(readFileSync(path.join(fixture.project, 'secret.env'), 'utf8')).toContain(SECRET);
    expect(readFileSync(path.join(fixture.project, 'keep.txt'), 'utf8')).toBe('keep\n');
    expect(connections).toBe(0);
    // The sandbox survived every line and still reports correctly.
    expect(effects.map((one) => one?.canary)).toEqual([...Array.from({ length: 10 }, () => false), true]);
  }, 120_000);
});

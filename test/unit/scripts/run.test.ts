import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withFolderLock } from '../../../scripts/lib/folder-lock.mjs';
import { counted } from '../../../scripts/lib/suites.mjs';
import { runQuietly } from '../../../scripts/lib/run.mjs';

const dir = mkdtempSync(join(tmpdir(), 'gatehouse scripts '));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const RUN_MODULE = new URL('../../../scripts/lib/run.mjs', import.meta.url).href;

/** A program that runs `code` in its place, as the scripts do with the app. */
function inPlace(code: string, before = '') {
  const inner = join(dir, `inner ${Math.random()}.mjs`);
  const outer = join(dir, `outer ${Math.random()}.mjs`);
  writeFileSync(inner, code);
  writeFileSync(
    outer,
    `import { runInPlace } from ${JSON.stringify(RUN_MODULE)}; ${before} process.exitCode = await runInPlace(process.execPath, [${JSON.stringify(inner)}, ...process.argv.slice(2)]);`,
  );
  return outer;
}

describe('running a program in place of a script', () => {
  it('passes arguments unchanged and returns the exit code', async () => {
    const outer = inPlace(`console.log(JSON.stringify(process.argv.slice(2))); process.exit(7);`);
    const args = ['a b', '"quoted"', '$HOME', '*', '', 'ä'];
    const { code, output } = await runQuietly(process.execPath, [outer, ...args]);
    expect(code).toBe(7);
    expect(JSON.parse(output)).toEqual(args);
  });

  it('forwards signals sent to the script', async () => {
    const outer = inPlace(
      `process.on('SIGTERM', () => { console.log('told'); process.exit(3); }); setInterval(() => {}, 1000); console.log('up');`,
    );
    const child = spawn(process.execPath, [outer], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const code = await new Promise((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output === 'up\n') child.kill('SIGTERM');
      });
      child.on('close', resolve);
    });
    expect({ code, output }).toEqual({ code: 3, output: 'up\ntold\n' });
  });

  it.each<[string, readonly NodeJS.Signals[]]>([
    ['at once', []],
    ['with another signal in between', ['SIGHUP']],
  ])('forwards a signal sent twice, by a terminal and by npm, once: %s', async (_, between) => {
    const outer = inPlace(
      `let heard = 0; process.on('SIGINT', () => console.log('heard', ++heard)); process.on('SIGHUP', () => console.log('hang-up')); process.on('SIGTERM', () => process.exit(heard)); setInterval(() => {}, 1000); console.log('up');`,
      // The clock is frozen, so the second signal always counts as immediate, however slow the machine.
      `performance.now = () => 0; process.on('SIGINT', () => console.log('passing'));`,
    );
    const child = spawn(process.execPath, [outer], { stdio: ['ignore', 'pipe', 'inherit'] });
    // The system may deliver two signals in another order: each waits for the output of the previous one.
    const toSend = [
      { signal: 'SIGINT', brings: 2 },
      ...between.map((signal) => ({ signal, brings: 1 })),
      { signal: 'SIGINT', brings: 1 },
      { signal: 'SIGTERM', brings: 0 },
    ] as const;
    const left = [...toSend];
    let expected = 1;
    let output = '';
    const code = await new Promise((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const next = output.split('\n').length > expected ? left.shift() : undefined;
        if (!next) return;
        expected += next.brings;
        child.kill(next.signal);
      });
      child.on('close', resolve);
    });
    expect({ code, heard: output.match(/heard \d/gu) }).toEqual({ code: 1, heard: ['heard 1'] });
  });

  it('exits with 128 + signal when killed', async () => {
    const outer = inPlace(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
    expect((await runQuietly(process.execPath, [outer])).code).toBe(137);
  });
});

describe('the caller’s folder', () => {
  const paths = new URL('../../../scripts/lib/paths.mjs', import.meta.url).href;
  const code = `import { callerDir, root } from ${JSON.stringify(paths)}; console.log(JSON.stringify({ dir: callerDir(), root }));`;
  const ask = async (env: Record<string, string>): Promise<{ dir: string; root: string }> => {
    const { output } = await runQuietly(process.execPath, ['--input-type=module', '-e', code], {
      cwd: dir,
      env: { ...process.env, INIT_CWD: '', ...env },
    });
    return JSON.parse(output) as { dir: string; root: string };
  };

  it('is what npm reports when it runs this project, otherwise the working directory', async () => {
    const here = realpathSync(dir);
    const { dir: without, root } = await ask({});
    expect(without).toBe(here);
    expect((await ask({ INIT_CWD: '/elsewhere', npm_package_json: join(root, 'package.json') })).dir).toBe('/elsewhere');
    expect((await ask({ INIT_CWD: '/elsewhere', npm_package_json: '/another/package.json' })).dir).toBe(here);
  });
});

describe('the set-up lock', () => {
  it('lets one process work at a time', async () => {
    const lock = join(dir, 'lock');
    let inside = 0;
    let most = 0;
    const waited: number[] = [];
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 30));
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map((who) => withFolderLock(lock, work, () => waited.push(who))));
    expect(most).toBe(1);
    expect(waited).toHaveLength(2);
  });

  it('takes over from a dead process', async () => {
    const lock = join(dir, 'left behind');
    mkdirSync(lock);
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.on('close', resolve));
    writeFileSync(join(lock, 'pid'), String(gone.pid));
    expect(await withFolderLock(lock, () => Promise.resolve('done'))).toBe('done');
  });

  it('is released when the work fails', async () => {
    const lock = join(dir, 'failing');
    await expect(withFolderLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withFolderLock(lock, () => Promise.resolve('done'))).toBe('done');
  });
});

describe('counting a suite', () => {
  const results = join(dir, 'results.json');
  const read = (json: { failed: number }) => ({ passed: 2, failed: json.failed, skipped: [] });

  it.each([
    ['all passed', '{"failed":0}', 0, 0],
    ['a failed test', '{"failed":1}', 1, 1],
    ['a runner that failed without a failed test', '{"failed":0}', 1, 1],
    ['results that are cut off', '{"fai', 0, 1],
  ])('%s', (_name, text, code, failed) => {
    writeFileSync(results, text);
    expect(counted(code, results, read).failed).toBe(failed);
  });

  it('no results at all', () => {
    expect(counted(0, join(dir, 'missing.json'), read).failed).toBe(1);
  });
});

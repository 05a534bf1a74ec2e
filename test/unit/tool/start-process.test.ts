import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '#main/app-root.ts';
import { ProcessStartError, startProcess } from '#main/tool/start-process.ts';

it.runIf(process.platform === 'linux')('a start without free file descriptors fails by itself, and the program continues', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-descriptors-'));
  spawnSync('git', ['init', '-q', '--bare', dir]);
  const script = join(appRoot, 'test/support/programs/out-of-descriptors.ts');
  const run = spawnSync('/bin/sh', ['-c', 'ulimit -n 120 && exec "$@"', 'sh', process.execPath, script], { cwd: dir, encoding: 'utf8' });
  rmSync(dir, { recursive: true, force: true });
  expect({ code: run.status, errors: run.stderr }).toEqual({ code: 0, errors: '' });
  const tooMany = expect.stringContaining('too many files and connections are open at once');
  expect(JSON.parse(run.stdout)).toEqual({
    hook: tooMany,
    search: tooMany,
    git: tooMany,
    tree: tooMany,
    status: 'answered ',
    shell: tooMany,
    server: tooMany,
    terminal: expect.stringMatching(/^threw /u),
    editor: expect.stringMatching(/^threw .*could not open the file/u),
  });
});

it('a start that the system rejects is a typed failure', () => {
  expect(() => startProcess('/bin/\0', [], { stdio: 'pipe' })).toThrow(ProcessStartError);
});

it('a missing program is reported by an event that may be ignored', async () => {
  const child = startProcess('/nowhere/at-all', [], { stdio: 'ignore' });
  const error = await new Promise((resolve) => child.once('error', resolve));
  expect(error).toMatchObject({ code: 'ENOENT' });
});

it('no other code starts a process', () => {
  const starters = globSync('main/**/*.ts', { cwd: appRoot }).filter((file) =>
    /^import (?!type\b)[^;]*'(?:node:)?child_process'/mu.test(readFileSync(join(appRoot, file), 'utf8')),
  );
  expect(starters).toEqual(['main/tool/start-process.ts']);
});

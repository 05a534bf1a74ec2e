import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CheckpointFixture, SESSION_ID } from '#test/support/checkpoint-fixture.ts';

/** A program that leaves a mark when it runs, and passes its input on. */
function trap(temp: CheckpointFixture): { program: string; isSprung: () => boolean } {
  const mark = join(temp.root, 'sprung');
  const program = join(temp.root, 'trap.sh');
  writeFileSync(program, `#!/bin/sh\necho run >> '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, isSprung: () => existsSync(mark) };
}

function git(temp: CheckpointFixture, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: temp.projectDir, stdio: 'ignore' });
}

/** Every file in a folder, by path and digest. */
function digests(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

describe('a hostile repository', () => {
  it('runs none of its programs, and stays byte-identical', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'one\r\n$Id$\n', 'b.bin': 'b' });
    const { program, isSprung } = trap(temp);
    git(temp, 'init', '-q');
    git(temp, 'add', '-A');
    temp.write('.gitattributes', '* filter=evil diff=evil merge=evil text eol=lf ident working-tree-encoding=UTF-16\n');
    for (const [key, value] of Object.entries({
      'filter.evil.clean': program,
      'filter.evil.smudge': program,
      'filter.evil.process': program,
      'filter.evil.required': 'true',
      'diff.evil.textconv': program,
      'diff.evil.command': program,
      'diff.external': program,
      'core.fsmonitor': program,
      'core.pager': program,
      'core.sshCommand': program,
      'core.hooksPath': join(temp.root, 'hooks'),
      'core.alternateRefsCommand': program,
    })) {
      git(temp, 'config', key, value);
    }
    for (const hooks of [join(temp.root, 'hooks'), temp.path('.git/hooks')]) {
      mkdirSync(hooks, { recursive: true });
      for (const hook of [
        'pre-commit',
        'post-commit',
        'post-index-change',
        'reference-transaction',
        'fsmonitor-watchman',
        'post-checkout',
      ]) {
        writeFileSync(join(hooks, hook), `#!/bin/sh\nexec '${program}'\n`, { mode: 0o755 });
      }
    }
    mkdirSync(temp.path('.git/objects/info'), { recursive: true });
    writeFileSync(temp.path('.git/objects/info/alternates'), '/nonexistent/objects\n');
    const messageId = await temp.turn(() => temp.write('a.txt', 'other'));
    const { done } = await temp.restoreBefore(messageId);
    expect(done.failed).toEqual([]);
    expect(readFileSync(temp.path('a.txt'), 'utf8')).toBe('one\r\n$Id$\n');
    expect(isSprung()).toBe(false);
    // The trap works: a plain git runs it.
    expect(() => git(temp, 'status')).toThrow();
    expect(isSprung()).toBe(true);
  });

  it('keeps its index, refs, objects and configuration byte-identical', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', '.gitignore': 'dist/\n', 'dist/kept.js': 'tracked although ignored' });
    git(temp, 'init', '-q');
    git(temp, 'add', '-A');
    git(temp, 'add', '-f', 'dist/kept.js');
    git(temp, 'commit', '-qm', 'first');
    temp.write('untracked.txt', 'u');
    const before = digests(temp.path('.git'));
    const messageId = await temp.turn(() => {
      temp.write('a.txt', 'agent');
      temp.write('dist/kept.js', 'agent');
      rmSync(temp.path('untracked.txt'));
    });
    await temp.restoreBefore(messageId);
    expect(digests(temp.path('.git'))).toEqual(before);
    expect(readFileSync(temp.path('dist/kept.js'), 'utf8')).toBe('tracked although ignored');
    expect(readFileSync(temp.path('untracked.txt'), 'utf8')).toBe('u');
  });

  it.each([
    ['a file that names another folder', (temp: CheckpointFixture) => writeFileSync(temp.path('.git'), `gitdir: ${temp.root}/elsewhere\n`)],
    ['a file that is not a pointer', (temp: CheckpointFixture) => writeFileSync(temp.path('.git'), 'gitdir: ')],
    ['a link to another folder', (temp: CheckpointFixture) => symlinkSync('/etc', temp.path('.git'))],
    ['a pipe', (temp: CheckpointFixture) => execFileSync('mkfifo', [temp.path('.git')])],
    ['an empty folder', (temp: CheckpointFixture) => mkdirSync(temp.path('.git'))],
    [
      'a folder with a pipe for an index and an ignore file',
      (temp: CheckpointFixture) => {
        mkdirSync(temp.path('.git/info'), { recursive: true });
        execFileSync('mkfifo', [temp.path('.git/index'), temp.path('.git/info/exclude')]);
      },
    ],
    [
      'a folder with a broken index',
      (temp: CheckpointFixture) => {
        mkdirSync(temp.path('.git'));
        writeFileSync(temp.path('.git/index'), 'DIRC\0\0\0\x02\xff\xff\xff\xff');
      },
    ],
  ])('may have for its .git %s', async (_, make) => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    make(temp);
    const messageId = await temp.turn(() => temp.write('a.txt', 'agent'));
    await temp.restoreBefore(messageId);
    expect(readFileSync(temp.path('a.txt'), 'utf8')).toBe('a');
  });

  it.each([['.gitignore'], ['src/deep/.gitignore'], ['../.gitignore'], ['src/lib/.git/HEAD']])(
    'a pipe named %s, on which git would block, is skipped',
    async (pipe) => {
      using temp = new CheckpointFixture({ 'src/deep/a.txt': 'a' });
      if (pipe.startsWith('..')) execFileSync('git', ['init', '-q'], { cwd: temp.root });
      if (pipe.includes('.git/')) mkdirSync(temp.path('src/lib/.git'), { recursive: true });
      execFileSync('mkfifo', [temp.path(pipe)]);
      const messageId = await temp.turn(() => temp.write('src/deep/a.txt', 'agent'));
      await temp.restoreBefore(messageId);
      expect(readFileSync(temp.path('src/deep/a.txt'), 'utf8')).toBe('a');
    },
  );

  it.each<[string, (temp: CheckpointFixture) => void]>([
    ['an empty file', (temp) => temp.write('lib/.git/commondir', '')],
    ['a pipe', (temp) => execFileSync('mkfifo', [temp.path('lib/.git/commondir')])],
    ['a folder', (temp) => mkdirSync(temp.path('lib/.git/commondir'))],
    ['a link to a pipe', (temp) => linkToPipe(temp, 'lib/.git/commondir')],
    ['an invalid path', (temp) => temp.write('lib/.git/commondir', `/${'x'.repeat(5000)}`)],
  ])('a nested repository whose %s points elsewhere is left out alone', async (_, make) => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'lib/b.txt': 'b' });
    git(temp, 'init', '-q', 'lib');
    make(temp);
    await coversAllBut(temp, 'lib/');
  });

  it.each(['HEAD', 'commondir'])('a nested repository with data elsewhere, where %s is a pipe, is left out alone', async (name) => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'lib/b.txt': 'b' });
    git(temp, 'init', '-q', '--separate-git-dir', join(temp.root, 'elsewhere'), 'lib');
    rmSync(join(temp.root, 'elsewhere', name), { force: true });
    execFileSync('mkfifo', [join(temp.root, 'elsewhere', name)]);
    await coversAllBut(temp, 'lib/');
  });

  async function coversAllBut(temp: CheckpointFixture, path: string): Promise<void> {
    const messageId = await temp.turn(() => temp.write('a.txt', 'agent'));
    expect((await temp.store.leftOut()).result()).toMatchObject({ items: expect.arrayContaining([{ path, reason: 'repository' }]) });
    await temp.restoreBefore(messageId);
    expect(readFileSync(temp.path('a.txt'), 'utf8')).toBe('a');
  }

  function linkToPipe(temp: CheckpointFixture, path: string): void {
    execFileSync('mkfifo', [join(temp.root, 'pipe')]);
    symlinkSync(join(temp.root, 'pipe'), temp.path(path));
  }

  it('files of nested repositories are covered, their .git folders aren’t', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'vendor/lib/x.js': 'x' });
    git(temp, 'init', '-q');
    git(temp, 'init', '-q', 'vendor/lib');
    const before = digests(temp.path('vendor/lib/.git'));
    const messageId = await temp.turn(() => {
      temp.write('vendor/lib/x.js', 'agent');
      temp.write('vendor/lib/.git/hooks/evil', 'agent');
    });
    const { done } = await temp.restoreBefore(messageId);
    expect(done.paths).toEqual(['vendor/lib/x.js']);
    expect(readFileSync(temp.path('vendor/lib/x.js'), 'utf8')).toBe('x');
    expect(digests(temp.path('vendor/lib/.git'))).toEqual({ ...before, [temp.path('vendor/lib/.git/hooks/evil')]: expect.any(String) });
  });

  it('runs no program through the environment, a submodule or a nested repository', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'sub/x.js': 'x', 'vendor/lib/y.js': 'y' });
    const { program, isSprung } = trap(temp);
    const elsewhere = join(temp.root, 'modules/sub');
    mkdirSync(join(temp.root, 'modules'));
    git(temp, 'init', '-q', '--separate-git-dir', elsewhere, 'sub');
    git(temp, 'init', '-q', 'vendor/lib');
    const hostile = `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${temp.root}\n[diff]\n\texternal = ${program}\n[filter "evil"]\n\tclean = ${program}\n`;
    writeFileSync(join(elsewhere, 'config'), hostile);
    writeFileSync(temp.path('vendor/lib/.git/config'), hostile);
    for (const dir of ['', 'sub/', 'vendor/lib/']) temp.write(`${dir}.gitattributes`, '* filter=evil diff=evil\n');
    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor');
    vi.stubEnv('GIT_CONFIG_VALUE_0', program);
    vi.stubEnv('GIT_EXTERNAL_DIFF', program);
    vi.stubEnv('GIT_DIR', elsewhere);
    vi.stubEnv('GIT_SSH_COMMAND', program);
    try {
      const messageId = await temp.turn(() => ['a.txt', 'sub/x.js', 'vendor/lib/y.js'].forEach((path) => temp.write(path, 'agent')));
      const { done } = await temp.restoreBefore(messageId);
      expect(done).toMatchObject({ restored: 3, failed: [] });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(['a.txt', 'sub/x.js', 'vendor/lib/y.js'].map((path) => readFileSync(temp.path(path), 'utf8'))).toEqual(['a', 'x', 'y']);
    expect(isSprung()).toBe(false);
  });

  it('a nested repository that can’t be listed is left out alone', async () => {
    const env = { ...process.env };
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'vendor/lib/y.js': 'y' }, env);
    git(temp, 'init', '-q', 'vendor/lib');
    const bin = join(temp.root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), `#!/bin/sh\ncase "$*" in *vendor/lib*) exit 128;; esac\nPATH=/usr/bin:/bin exec git "$@"\n`, {
      mode: 0o755,
    });
    env['PATH'] = bin;
    const messageId = await temp.turn(() => temp.write('a.txt', 'agent'));
    await temp.restoreBefore(messageId);
    expect(readFileSync(temp.path('a.txt'), 'utf8')).toBe('a');
    expect((await temp.store.leftOut()).result().items).toContainEqual({ path: 'vendor/lib/', reason: 'repository' });
  });

  it('can’t replace git by its own program', async () => {
    const env = { ...process.env };
    using temp = new CheckpointFixture({ 'a.txt': 'a' }, env);
    const { program, isSprung } = trap(temp);
    mkdirSync(temp.path('node_modules/.bin'), { recursive: true });
    symlinkSync(program, temp.path('node_modules/.bin/git'));
    env['PATH'] = [temp.path('node_modules/.bin'), '.', 'node_modules/.bin', process.env['PATH']].join(delimiter);
    await temp.turn(() => temp.write('a.txt', 'agent'));
    expect(isSprung()).toBe(false);
    expect(temp.events.filter(({ type }) => type === 'checkpoint.taken')).toHaveLength(2);
  });
});

describe('files outside the project', () => {
  it('are not reached through a folder replaced by a link', async () => {
    using temp = new CheckpointFixture({ 'src/a.txt': 'a' });
    const outside = join(temp.root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'a.txt'), 'secret');
    const messageId = await temp.turn(() => {
      renameSync(temp.path('src'), temp.path('moved'));
      symlinkSync(outside, temp.path('src'));
    });
    await temp.restoreBefore(messageId);
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('secret');
    expect(readFileSync(temp.path('src/a.txt'), 'utf8')).toBe('a');
  });

  it('are not reached through a link that a person chose to keep', async () => {
    using temp = new CheckpointFixture({ 'src/a.txt': 'a' });
    const outside = join(temp.root, 'outside');
    mkdirSync(outside);
    const messageId = await temp.turn(() => {
      rmSync(temp.path('src'), { recursive: true });
      symlinkSync(outside, temp.path('src'));
    });
    const { done } = await temp.restoreBefore(messageId, ['src']);
    expect(done.failed).toEqual([{ path: 'src/a.txt', why: expect.stringContaining('a link or a file') }]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('are not reached through a link among its files', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    const outside = join(temp.root, 'outside.txt');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, temp.path('link'));
    const messageId = await temp.turn(() => {
      rmSync(temp.path('link'));
      temp.write('link', 'agent');
      rmSync(temp.path('a.txt'));
      symlinkSync(outside, temp.path('a.txt'));
    });
    await temp.restoreBefore(messageId);
    expect(readFileSync(outside, 'utf8')).toBe('secret');
    expect(readFileSync(temp.path('a.txt'), 'utf8')).toBe('a');
  });

  it('don’t include Gatehouse’s state folder inside the project', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    const store = temp.newStore(process.env, temp.root);
    const { counts } = await store.take(SESSION_ID, 'c1', false);
    expect(counts.files).toBe(1);
  });
});

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CheckpointPlace, SESSION_ID } from '#test/support/checkpoint-place.ts';

/** A program that leaves a mark when it runs, and passes its input on. */
function trap(place: CheckpointPlace): { program: string; isSprung: () => boolean } {
  const mark = join(place.root, 'sprung');
  const program = join(place.root, 'trap.sh');
  writeFileSync(program, `#!/bin/sh\necho run >> '${mark}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, isSprung: () => existsSync(mark) };
}

function git(place: CheckpointPlace, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: place.projectDir, stdio: 'ignore' });
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
    using place = new CheckpointPlace({ 'a.txt': 'one\r\n$Id$\n', 'b.bin': 'b' });
    const { program, isSprung } = trap(place);
    git(place, 'init', '-q');
    git(place, 'add', '-A');
    place.write('.gitattributes', '* filter=evil diff=evil merge=evil text eol=lf ident working-tree-encoding=UTF-16\n');
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
      'core.hooksPath': join(place.root, 'hooks'),
      'core.alternateRefsCommand': program,
    })) {
      git(place, 'config', key, value);
    }
    for (const hooks of [join(place.root, 'hooks'), place.path('.git/hooks')]) {
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
    mkdirSync(place.path('.git/objects/info'), { recursive: true });
    writeFileSync(place.path('.git/objects/info/alternates'), '/nonexistent/objects\n');
    const messageId = await place.turn(() => place.write('a.txt', 'other'));
    const { done } = await place.restoreBefore(messageId);
    expect(done.failed).toEqual([]);
    expect(readFileSync(place.path('a.txt'), 'utf8')).toBe('one\r\n$Id$\n');
    expect(isSprung()).toBe(false);
    // The trap works: a plain git runs it.
    expect(() => git(place, 'status')).toThrow();
    expect(isSprung()).toBe(true);
  });

  it('keeps its index, refs, objects and configuration byte-identical', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', '.gitignore': 'dist/\n', 'dist/kept.js': 'tracked although ignored' });
    git(place, 'init', '-q');
    git(place, 'add', '-A');
    git(place, 'add', '-f', 'dist/kept.js');
    git(place, 'commit', '-qm', 'first');
    place.write('untracked.txt', 'u');
    const before = digests(place.path('.git'));
    const messageId = await place.turn(() => {
      place.write('a.txt', 'agent');
      place.write('dist/kept.js', 'agent');
      rmSync(place.path('untracked.txt'));
    });
    await place.restoreBefore(messageId);
    expect(digests(place.path('.git'))).toEqual(before);
    expect(readFileSync(place.path('dist/kept.js'), 'utf8')).toBe('tracked although ignored');
    expect(readFileSync(place.path('untracked.txt'), 'utf8')).toBe('u');
  });

  it.each([
    [
      'a file that names another folder',
      (place: CheckpointPlace) => writeFileSync(place.path('.git'), `gitdir: ${place.root}/elsewhere\n`),
    ],
    ['a file that is not a pointer', (place: CheckpointPlace) => writeFileSync(place.path('.git'), 'gitdir: ')],
    ['a link to another folder', (place: CheckpointPlace) => symlinkSync('/etc', place.path('.git'))],
    ['a pipe', (place: CheckpointPlace) => execFileSync('mkfifo', [place.path('.git')])],
    ['an empty folder', (place: CheckpointPlace) => mkdirSync(place.path('.git'))],
    [
      'a folder with a pipe for an index and an ignore file',
      (place: CheckpointPlace) => {
        mkdirSync(place.path('.git/info'), { recursive: true });
        execFileSync('mkfifo', [place.path('.git/index'), place.path('.git/info/exclude')]);
      },
    ],
    [
      'a folder with a broken index',
      (place: CheckpointPlace) => {
        mkdirSync(place.path('.git'));
        writeFileSync(place.path('.git/index'), 'DIRC\0\0\0\x02\xff\xff\xff\xff');
      },
    ],
  ])('may have for its .git %s', async (_, make) => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    make(place);
    const messageId = await place.turn(() => place.write('a.txt', 'agent'));
    await place.restoreBefore(messageId);
    expect(readFileSync(place.path('a.txt'), 'utf8')).toBe('a');
  });

  it.each([['.gitignore'], ['src/deep/.gitignore'], ['../.gitignore'], ['src/lib/.git/HEAD']])(
    'a pipe named %s, on which git would block, is skipped',
    async (pipe) => {
      using place = new CheckpointPlace({ 'src/deep/a.txt': 'a' });
      if (pipe.startsWith('..')) execFileSync('git', ['init', '-q'], { cwd: place.root });
      if (pipe.includes('.git/')) mkdirSync(place.path('src/lib/.git'), { recursive: true });
      execFileSync('mkfifo', [place.path(pipe)]);
      const messageId = await place.turn(() => place.write('src/deep/a.txt', 'agent'));
      await place.restoreBefore(messageId);
      expect(readFileSync(place.path('src/deep/a.txt'), 'utf8')).toBe('a');
    },
  );

  it.each<[string, (place: CheckpointPlace) => void]>([
    ['an empty file', (place) => place.write('lib/.git/commondir', '')],
    ['a pipe', (place) => execFileSync('mkfifo', [place.path('lib/.git/commondir')])],
    ['a folder', (place) => mkdirSync(place.path('lib/.git/commondir'))],
    ['a link to a pipe', (place) => linkToPipe(place, 'lib/.git/commondir')],
    ['an invalid path', (place) => place.write('lib/.git/commondir', `/${'x'.repeat(5000)}`)],
  ])('a nested repository whose %s points elsewhere is left out alone', async (_, make) => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'lib/b.txt': 'b' });
    git(place, 'init', '-q', 'lib');
    make(place);
    await coversAllBut(place, 'lib/');
  });

  it.each(['HEAD', 'commondir'])('a nested repository with data elsewhere, where %s is a pipe, is left out alone', async (name) => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'lib/b.txt': 'b' });
    git(place, 'init', '-q', '--separate-git-dir', join(place.root, 'elsewhere'), 'lib');
    rmSync(join(place.root, 'elsewhere', name), { force: true });
    execFileSync('mkfifo', [join(place.root, 'elsewhere', name)]);
    await coversAllBut(place, 'lib/');
  });

  async function coversAllBut(place: CheckpointPlace, path: string): Promise<void> {
    const messageId = await place.turn(() => place.write('a.txt', 'agent'));
    expect(await place.store.leftOut()).toMatchObject({ items: expect.arrayContaining([{ path, reason: 'repository' }]) });
    await place.restoreBefore(messageId);
    expect(readFileSync(place.path('a.txt'), 'utf8')).toBe('a');
  }

  function linkToPipe(place: CheckpointPlace, path: string): void {
    execFileSync('mkfifo', [join(place.root, 'pipe')]);
    symlinkSync(join(place.root, 'pipe'), place.path(path));
  }

  it('files of nested repositories are covered, their .git folders aren’t', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'vendor/lib/x.js': 'x' });
    git(place, 'init', '-q');
    git(place, 'init', '-q', 'vendor/lib');
    const before = digests(place.path('vendor/lib/.git'));
    const messageId = await place.turn(() => {
      place.write('vendor/lib/x.js', 'agent');
      place.write('vendor/lib/.git/hooks/evil', 'agent');
    });
    const { done } = await place.restoreBefore(messageId);
    expect(done.paths).toEqual(['vendor/lib/x.js']);
    expect(readFileSync(place.path('vendor/lib/x.js'), 'utf8')).toBe('x');
    expect(digests(place.path('vendor/lib/.git'))).toEqual({ ...before, [place.path('vendor/lib/.git/hooks/evil')]: expect.any(String) });
  });

  it('runs no program through the environment, a submodule or a nested repository', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'sub/x.js': 'x', 'vendor/lib/y.js': 'y' });
    const { program, isSprung } = trap(place);
    const elsewhere = join(place.root, 'modules/sub');
    mkdirSync(join(place.root, 'modules'));
    git(place, 'init', '-q', '--separate-git-dir', elsewhere, 'sub');
    git(place, 'init', '-q', 'vendor/lib');
    const hostile = `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${place.root}\n[diff]\n\texternal = ${program}\n[filter "evil"]\n\tclean = ${program}\n`;
    writeFileSync(join(elsewhere, 'config'), hostile);
    writeFileSync(place.path('vendor/lib/.git/config'), hostile);
    for (const dir of ['', 'sub/', 'vendor/lib/']) place.write(`${dir}.gitattributes`, '* filter=evil diff=evil\n');
    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor');
    vi.stubEnv('GIT_CONFIG_VALUE_0', program);
    vi.stubEnv('GIT_EXTERNAL_DIFF', program);
    vi.stubEnv('GIT_DIR', elsewhere);
    vi.stubEnv('GIT_SSH_COMMAND', program);
    try {
      const messageId = await place.turn(() => ['a.txt', 'sub/x.js', 'vendor/lib/y.js'].forEach((path) => place.write(path, 'agent')));
      const { done } = await place.restoreBefore(messageId);
      expect(done).toMatchObject({ restored: 3, failed: [] });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(['a.txt', 'sub/x.js', 'vendor/lib/y.js'].map((path) => readFileSync(place.path(path), 'utf8'))).toEqual(['a', 'x', 'y']);
    expect(isSprung()).toBe(false);
  });

  it('a nested repository that can’t be listed is left out alone', async () => {
    const env = { ...process.env };
    using place = new CheckpointPlace({ 'a.txt': 'a', 'vendor/lib/y.js': 'y' }, env);
    git(place, 'init', '-q', 'vendor/lib');
    const bin = join(place.root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), `#!/bin/sh\ncase "$*" in *vendor/lib*) exit 128;; esac\nPATH=/usr/bin:/bin exec git "$@"\n`, {
      mode: 0o755,
    });
    env['PATH'] = bin;
    const messageId = await place.turn(() => place.write('a.txt', 'agent'));
    const { preview } = await place.restoreBefore(messageId);
    expect(readFileSync(place.path('a.txt'), 'utf8')).toBe('a');
    expect(preview.leftOut.items).toContainEqual({ path: 'vendor/lib/', reason: 'repository' });
  });

  it('can’t replace git by its own program', async () => {
    const env = { ...process.env };
    using place = new CheckpointPlace({ 'a.txt': 'a' }, env);
    const { program, isSprung } = trap(place);
    mkdirSync(place.path('node_modules/.bin'), { recursive: true });
    symlinkSync(program, place.path('node_modules/.bin/git'));
    env['PATH'] = [place.path('node_modules/.bin'), '.', 'node_modules/.bin', process.env['PATH']].join(delimiter);
    await place.turn(() => place.write('a.txt', 'agent'));
    expect(isSprung()).toBe(false);
    expect(place.events.filter(({ type }) => type === 'checkpoint.taken')).toHaveLength(2);
  });
});

describe('files outside the project', () => {
  it('are not reached through a folder replaced by a link', async () => {
    using place = new CheckpointPlace({ 'src/a.txt': 'a' });
    const outside = join(place.root, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'a.txt'), 'secret');
    const messageId = await place.turn(() => {
      renameSync(place.path('src'), place.path('moved'));
      symlinkSync(outside, place.path('src'));
    });
    await place.restoreBefore(messageId);
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('secret');
    expect(readFileSync(place.path('src/a.txt'), 'utf8')).toBe('a');
  });

  it('are not reached through a link that a person chose to keep', async () => {
    using place = new CheckpointPlace({ 'src/a.txt': 'a' });
    const outside = join(place.root, 'outside');
    mkdirSync(outside);
    const messageId = await place.turn(() => {
      rmSync(place.path('src'), { recursive: true });
      symlinkSync(outside, place.path('src'));
    });
    const { done } = await place.restoreBefore(messageId, ['src']);
    expect(done.failed).toEqual([{ path: 'src/a.txt', why: expect.stringContaining('a link or a file') }]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('are not reached through a link among its files', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    const outside = join(place.root, 'outside.txt');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, place.path('link'));
    const messageId = await place.turn(() => {
      rmSync(place.path('link'));
      place.write('link', 'agent');
      rmSync(place.path('a.txt'));
      symlinkSync(outside, place.path('a.txt'));
    });
    await place.restoreBefore(messageId);
    expect(readFileSync(outside, 'utf8')).toBe('secret');
    expect(readFileSync(place.path('a.txt'), 'utf8')).toBe('a');
  });

  it('don’t include Gatehouse’s state folder inside the project', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    const store = place.newStore(process.env, place.root);
    const { counts } = await store.take(SESSION_ID, 'c1', false);
    expect(counts.files).toBe(1);
  });
});

describe('changes by others', () => {
  it('are reported, and kept on request', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b' });
    const messageId = await place.turn(() => {
      place.write('a.txt', 'agent');
      place.write('b.txt', 'agent');
    });
    place.write('b.txt', 'mine');
    const { preview } = await place.restoreBefore(messageId, ['b.txt']);
    expect(preview.files).toEqual([
      { path: 'b.txt', change: 'modify', added: 1, removed: 1, changedByOthers: true },
      { path: 'a.txt', change: 'modify', added: 1, removed: 1, changedByOthers: false },
    ]);
    expect([readFileSync(place.path('a.txt'), 'utf8'), readFileSync(place.path('b.txt'), 'utf8')]).toEqual(['a', 'mine']);
  });

  it('between two turns are reported too', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b' });
    const first = await place.turn(() => place.write('a.txt', 'agent'));
    place.write('b.txt', 'mine');
    await place.turn(() => place.write('b.txt', 'mine and the agent’s'));
    const { preview } = await place.restoreBefore(first, ['b.txt']);
    expect(preview.files.map(({ path, changedByOthers }) => [path, changedByOthers])).toEqual([
      ['b.txt', true],
      ['a.txt', false],
    ]);
  });

  it('are kept too when the list is truncated', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    const messageId = await place.turn(() => place.write('a.txt', 'agent'));
    place.write('b.txt', 'mine');
    place.write('c.txt', 'mine');
    const point = (await place.checkpoints.points()).find((each) => each.messageId === messageId);
    const preview = await place.checkpoints.preview(point?.checkpointId ?? '', 1);
    expect(preview).toMatchObject({ files: [{ path: 'b.txt' }], total: 2, leftAlone: 1 });
    const done = await place.checkpoints.restore(preview.previewId, []);
    expect(done.paths).toEqual(['a.txt', 'b.txt']);
    expect(readFileSync(place.path('c.txt'), 'utf8')).toBe('mine');
  });

  it('after the list was made are kept and reported', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b' });
    const messageId = await place.turn(() => {
      place.write('a.txt', 'agent');
      place.write('b.txt', 'agent');
    });
    const point = (await place.checkpoints.points()).find((each) => each.messageId === messageId);
    const preview = await place.checkpoints.preview(point?.checkpointId ?? '');
    place.write('b.txt', 'mine, just now');
    const done = await place.checkpoints.restore(preview.previewId, []);
    expect(done.failed).toEqual([{ path: 'b.txt', why: 'it has changed since the list was made' }]);
    expect(readFileSync(place.path('b.txt'), 'utf8')).toBe('mine, just now');
  });
});

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readGitState } from '#main/agent/system-prompt/git-state.ts';
import { CANARY_PLACES, CanaryRepository } from '#test/support/repositories/canary-repository.ts';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Every git command that Gatehouse runs. */
async function useGit(temp: CheckpointFixture): Promise<string | undefined> {
  const state = await readGitState(temp.projectDir, true, { ...process.env });
  const messageId = await temp.turn(() => temp.write('changed.txt', 'agent\n'));
  await temp.checkpoints.changes('session');
  await temp.store.leftOut();
  await temp.restoreBefore(messageId);
  await temp.store.share('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002');
  await temp.store.tidy({ sessions: () => new Set(), days: 30 });
  return state?.status;
}

describe('a trusted repository can’t make git run programs', () => {
  it.each(CANARY_PLACES)('through settings in: %s', async (where) => {
    using temp = new CheckpointFixture({});
    const canary = new CanaryRepository(temp.projectDir, temp.root);
    canary.make(where);
    canary.forget();
    const status = await useGit(temp);
    expect(canary.ran).toBe('');
    expect(status).toContain(' M changed.txt');
    // The canary works: a git that reads the configuration runs it.
    temp.write('changed.txt', 'again.\n');
    canary.status();
    if (where !== 'nested repository') expect(canary.ran).not.toBe('');
  });

  it('through environment variables', async () => {
    using temp = new CheckpointFixture({});
    const canary = new CanaryRepository(temp.projectDir, temp.root);
    canary.make('config');
    canary.forget();
    for (const [name, value] of Object.entries(canary.variables())) vi.stubEnv(name, value);
    const status = await useGit(temp);
    expect(canary.ran).toBe('');
    expect(status).toContain(' M changed.txt');
  });

  it('through missing objects that would be fetched', async () => {
    using temp = new CheckpointFixture({});
    const canary = new CanaryRepository(temp.projectDir, temp.root);
    canary.make('config');
    execFileSync('git', ['config', 'extensions.partialClone', 'origin'], { cwd: temp.projectDir });
    execFileSync('git', ['config', 'core.repositoryFormatVersion', '1'], { cwd: temp.projectDir });
    const objects = temp.path('.git/objects');
    for (const dir of readdirSync(objects)) if (dir.length === 2) rmSync(join(objects, dir), { recursive: true });
    canary.forget();
    await useGit(temp);
    expect(canary.ran).toBe('');
  });
});

describe('git status at the start of a session', () => {
  it.each<[string, (temp: CheckpointFixture, git: (...args: string[]) => void) => void, string]>([
    ['of a repository without a commit', () => undefined, 'A  a.txt'],
    ['with packed references', (_, git) => git('commit', '-qm', 'c') ?? git('pack-refs', '--all'), ''],
    ['with a detached head', (_, git) => git('commit', '-qm', 'c') ?? git('checkout', '-q', '--detach'), ''],
    ['with a renamed file', (_, git) => git('commit', '-qm', 'c') ?? git('mv', 'a.txt', 'b.txt'), 'R  a.txt -> b.txt'],
    [
      'with the repository’s exclude file',
      (temp, git) => git('commit', '-qm', 'c') ?? temp.write('.git/info/exclude', 'x\n') ?? temp.write('x', ''),
      '',
    ],
    [
      'with the user’s excludesFile',
      (temp, git) => {
        git('commit', '-qm', 'c');
        writeFileSync(join(temp.root, 'ignored-by-me'), 'x\n');
        git('config', 'core.excludesFile', join(temp.root, 'ignored-by-me'));
        temp.write('x', '');
      },
      '',
    ],
    [
      'with line endings that a setting converts',
      (temp, git) => {
        git('config', 'core.autocrlf', 'true');
        temp.write('a.txt', 'a\r\n');
        git('add', '-A');
        git('commit', '-qm', 'c');
        utimesSync(temp.path('a.txt'), 1, 1);
      },
      '',
    ],
    ['whose index is damaged', (temp) => temp.write('.git/index', 'DIRC'), 'undefined'],
    ['whose references have another format', (temp) => temp.write('.git/HEAD', 'ref: refs/heads/.invalid\n'), 'undefined'],
  ])('%s', async (_, make, expected) => {
    using temp = new CheckpointFixture({ 'a.txt': 'a\n' });
    const git = (...args: string[]): undefined => {
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: temp.projectDir, stdio: 'ignore' });
    };
    git('init', '-q');
    git('add', '-A');
    make(temp, git);
    expect(String((await readGitState(temp.projectDir, true))?.status)).toBe(expected);
  });

  it('of a linked worktree', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a\n' });
    const linked = join(temp.root, 'linked');
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'c'],
      ['worktree', 'add', '-q', linked],
    ]) {
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: temp.projectDir, stdio: 'ignore' });
    }
    writeFileSync(join(linked, 'a.txt'), 'b\n');
    expect(await readGitState(linked, true)).toEqual({ branch: 'linked', status: ' M a.txt' });
  });

  it('leaves the repository unchanged, and no files behind', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a\n' });
    execFileSync('git', ['init', '-q'], { cwd: temp.projectDir });
    execFileSync('git', ['add', '-A'], { cwd: temp.projectDir });
    vi.stubEnv('TMPDIR', temp.stateDir);
    const index = readFileSync(temp.path('.git/index'));
    expect((await readGitState(temp.projectDir, true))?.status).toBe('A  a.txt');
    expect(readFileSync(temp.path('.git/index'))).toEqual(index);
    expect(readdirSync(temp.stateDir)).toEqual([]);
  });
});

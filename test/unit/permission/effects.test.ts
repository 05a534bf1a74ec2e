import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('what a call does', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it('is reported with its risk', () => {
    expect(engine.bash('rm -rf src')).toMatchObject({
      risk: 'destructive',
      effects: expect.arrayContaining(['deletes src and everything in it']),
    });
    expect(engine.bash('curl http://x -o q')).toMatchObject({
      risk: 'network',
      effects: expect.arrayContaining(['writes q', 'connects to x (curl)']),
    });
    expect(engine.bash('ls').risk).toBe('read');
    expect(engine.bash('ls > q').risk).toBe('write');
    expect(engine.bash('make').risk).toBe('execute');
    expect(engine.call('Edit', { file_path: 'a.txt' })).toMatchObject({ risk: 'write', effects: ['writes a.txt'] });
  });

  it.each([
    ['git push --force origin main', 'pushes to a remote'],
    ['git push --force origin main', 'may overwrite or remove what is on the remote'],
    ['git pull && git fetch origin', 'fetches from origin'],
    ['git clone https://example.com/x.git', 'clones the repository https://example.com/x.git to x'],
    ['git ls-remote', 'connects to other machines (git)'],
    ['git -C sub push', 'pushes to its remote'],
    ['npm publish', 'publishes a package'],
    ['npm install left-pad', 'downloads packages: left-pad'],
    ['find . -name "*.js" -delete', 'removes files named *.js that it finds in .'],
    ['find src -type f -iname "*.log" -mtime +3 -delete', 'removes files named *.log that it finds in src'],
    ['find . -type d -name cache -delete', 'removes folders named cache that it finds in .'],
    ['find . -mtime +3 -delete', 'removes files that it finds in .'],
    ['find . ! -name a -delete', 'removes files that it finds in .'],
    ['find . -delete -name a', 'removes files that it finds in .'],
    ['git reset --hard', 'discards uncommitted changes'],
    ['git reset --hard HEAD~1', 'discards uncommitted changes, and the commits after HEAD~1 leave the branch'],
    ['git clean -fd', 'removes files that git doesn’t track'],
    ['git clean -fdx', 'removes files that git doesn’t track, ignored ones too'],
    ['git checkout -f main', 'discards uncommitted changes'],
    ['git stash drop', 'drops stashed changes'],
    ['git branch -D "$OLD"', 'removes or moves a branch, with commits that nothing else may hold'],
  ])('%s: %s', (command, effect) => expect(engine.bash(command).effects).toContain(effect));

  it.each([
    ['git push origin main', 'may overwrite or remove what is on the remote'],
    ['find . -name "*.js" -delete', 'writes . and everything in it'],
    ['git reset --hard HEAD~1', 'writes HEAD~1'],
    ['git reset --soft HEAD~1', 'discards uncommitted changes'],
  ])('%s: not %s', (command, effect) => expect(engine.bash(command).effects).not.toContain(effect));
});

import { describe, expect, it } from 'vitest';
import { repositoryOnceWithKeys } from './git-repositories.ts';

describe('what git shows beside commits', () => {
  it('is a file where a tag names one, whatever options for lists say', () => {
    const { run, decide } = repositoryOnceWithKeys();
    const file = run('rev-parse', 'old:.env');
    run('tag', 'file', file);
    run('tag', '-a', 'noted', '-m', 'x', file);
    for (const name of ['file', 'noted', file, file.slice(0, 8), 'nothing'])
      for (const option of ['-s', '--stat', '--summary', '--quiet', '--name-only'])
        expect(decide(`git show ${option} ${name}`)).toBe('ask');
    for (const name of ['', 'HEAD', 'old', 'plain', 'keys~1', run('rev-parse', 'old')])
      expect(decide(`git show --stat ${name}`), name).toBe('allow');
  });

  it('is the commit of a name in capitals, not what a tag of that name has', () => {
    const { run, decide } = repositoryOnceWithKeys();
    const name = run('rev-parse', 'old^{commit}').toUpperCase();
    run('tag', name, 'HEAD');
    for (const command of [`git show ${name}`, `git log -1 -p ${name}`, `git diff ${name} HEAD`]) expect(decide(command)).toBe('ask');
  });

  it('is what was in a folder where there is a file now', () => {
    const { run, write, decide } = repositoryOnceWithKeys();
    write('conf/.env', 'KEY=4');
    run('add', '-f', 'conf');
    run('commit', '-m', 'with a folder');
    run('rm', '-r', 'conf');
    run('commit', '-m', 'without');
    write('conf', 'a file');
    run('add', 'conf');
    run('commit', '-m', 'with a file');
    for (const command of ['git log -p -- conf', 'git show HEAD~2 conf', 'git diff HEAD~2 -- conf', 'git grep KEY HEAD~2 -- conf'])
      expect(decide(command), command).toBe('ask');
    for (const command of [
      'git diff -- conf',
      'git show HEAD -- conf',
      'git log -p -1 -- conf',
      'git log -p -- src/a.ts',
      'git diff HEAD~2 -- src/a.ts',
    ])
      expect(decide(command), command).toBe('allow');
  });

  it('is a file under its earlier names where the repository says so', () => {
    const { run, decide } = repositoryOnceWithKeys();
    expect(decide('git log -p -- src/a.ts')).toBe('allow');
    run('config', 'log.follow', 'true');
    expect(decide('git log -p -- src/a.ts')).toBe('ask');
  });
});

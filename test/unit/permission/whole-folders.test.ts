import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('commands on whole folders', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    const { project } = engine.fixture;
    mkdirSync(`${project}/node_modules/left/.vscode`, { recursive: true });
    mkdirSync(`${project}/dist/deep`, { recursive: true });
    mkdirSync(`${project}/ci/workflows`, { recursive: true });
    mkdirSync(`${project}/template/src`, { recursive: true });
    writeFileSync(`${project}/template/src/.envrc`, '');
    mkdirSync(`${project}/template/.github/actions`, { recursive: true });
    mkdirSync(`${project}/huge`);
    for (let i = 0; i < 3001; i++) writeFileSync(`${project}/huge/${String(i)}`, '');
  });
  afterAll(() => engine.fixture.remove());

  const accepting = (command: string, lists = {}) => engine.bash(command, engine.context(lists, { mode: 'acceptEdits' }));

  // The fixture has `sub/.git/config`.
  it.each(['rm -rf sub', 'rm -r s?b', 'mv sub elsewhere', 'timeout 5 rm -rf sub', 'ls && rm -rf ./sub'])('asks before %s', (command) => {
    expect(accepting(command)).toMatchObject({ behavior: 'ask', reason: 'protectedPath', message: expect.stringContaining('.git') });
    expect(engine.bash(command, engine.context({ allow: ['Bash', 'Edit'] })).behavior).toBe('ask');
  });

  it.each([
    ['mv ci .github', 'workflows'],
    ['cp -r ci .github', 'workflows'],
    ['cp -a ci/. .github/', 'workflows'],
    ['cp -r template/.github .', 'actions'],
    ['cp -r template/. .', 'actions'],
    ['cp -r template/src .', '.envrc'],
    ['cp -r template/s* .', '.envrc'],
  ])('asks before %s, which brings %s to where it takes effect', (command, name) =>
    expect(accepting(command)).toMatchObject({ behavior: 'ask', reason: 'protectedPath', message: expect.stringContaining(name) }),
  );

  it.each(['git mv ci .github', 'git -C . mv -f ci .github', 'git -C ci mv workflows ../.github/', 'git mv ci/workflows .github/'])(
    'asks before %s, whatever rules there are',
    (command) =>
      expect(engine.bash(command, engine.context({ allow: ['Bash', 'Edit', 'Bash(git *)'] }))).toMatchObject({ reason: 'protectedPath' }),
  );

  it.each(['git mv ci ci2', 'git mv a.txt docs/', 'git mv src docs'])('allows %s under a rule for git', (command) =>
    expect(engine.bash(command, engine.context({ allow: ['Bash(git *)'] })).behavior).toBe('allow'),
  );

  it.each(['cp -r template t2', 'mv ci ci2', 'cp -r ci template', 'cp -r huge h2'])(
    'allows %s, which gives no file a new name',
    (command) => expect(accepting(command).behavior).toBe('allow'),
  );

  it('asks when a folder is too large to scan', () => {
    expect(accepting('rm -rf huge')).toMatchObject({ behavior: 'ask', message: expect.stringContaining('may contain') });
  });

  it.each(['rm -rf dist', 'rm -rf src', 'rm -rf sub/secrets', 'mv dist out', 'rm -rf node_modules', 'cp -r sub copy', 'rm -rf missing'])(
    'allows %s in acceptEdits mode',
    (command) => expect(accepting(command).behavior).toBe('allow'),
  );

  it.each(['rm -rf sec*', 'mv secrets x', 'mv sec* x', 'chmod -R 700 secrets', 'chown -R me sec*'])(
    'detects a denied file below %s',
    (command) =>
      expect(engine.bash(command, engine.context({ allow: ['Bash'], deny: ['Edit(secrets/k.env)'] })).behavior).not.toBe('allow'),
  );

  it('detects a read-denied file below a pattern’s matches', () => {
    const context = engine.context({ allow: ['Bash'], deny: ['Read(src/deep/b.ts)'] });
    expect(engine.bash('grep -r x s[r]c', context).behavior).not.toBe('allow');
    expect(engine.bash('grep -r x l[i]b', context).behavior).toBe('allow');
  });

  it.each([
    'npm pack',
    'poetry build',
    'docker build .',
    'docker compose config',
    'kubectl create configmap x --from-file=.',
    'kubectl create secret generic x --from-file=a=secrets',
    'helm package .',
    'aws s3 sync . s3://x',
    'rclone copy secrets r:x',
    '7z a x.7z .',
    'ag x',
    'ugrep -r x',
    'zgrep -r x .',
    'rg -. x',
    'rg --sort-files --hidden x',
    'grep -d recurse x .',
    'grep --directories=rec x',
    'prettier .',
    'ruff format --diff .',
    'git status -v',
    'git add -p',
    'rsync -a . host:x',
    'tar czf x.tgz .',
  ])('asks before %s under a rule for its program, since it reads what is denied', (command) => {
    const allow = [`Bash(${command.split(' ')[0] ?? ''} *)`];
    expect(engine.bash(command, engine.context({ allow, deny: ['Read(.env)', 'Read(secrets/**)'] })).behavior).toBe('ask');
    expect(engine.bash(command, engine.context({ allow, deny: ['Read(~/.ssh/**)', 'Read(//none/x)'] })).behavior).toBe('allow');
  });

  it.each([
    'docker ps --all',
    'npm test',
    'kubectl apply -f lib',
    'aws s3 ls',
    'ag x src',
    'prettier --check .',
    'git add -A',
    'git status',
  ])('allows %s under a rule for its program', (command) => {
    const allow = [`Bash(${command.split(' ')[0] ?? ''} *)`];
    expect(engine.bash(command, engine.context({ allow, deny: ['Read(.env)', 'Read(secrets/**)'] })).behavior).toBe('allow');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('deny and ask rules match any spelling', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const under = (deny: string) => engine.context({ allow: ['Bash'], deny: [deny] });

  it.each(['git -C src push', 'git -c a.b=c push', 'git --no-pager push o', 'git --git-dir=x -C y push', '/usr/bin/git -C src push'])(
    'denies %s as a git push',
    (command) => expect(engine.bash(command, under('Bash(git push *)')).behavior).toBe('deny'),
  );

  it.each([
    ['docker --context x run y', 'Bash(docker run *)'],
    ['docker -D run y', 'Bash(docker run *)'],
    ['git grep -Orm x', 'Bash(rm *)'],
    ['crontab file', 'Bash(rm *)'],
    ["expect -c 'spawn rm x'", 'Bash(rm *)'],
  ])('asks about %s under %s', (command, deny) => expect(engine.bash(command, under(deny)).behavior).toBe('ask'));

  it.each([
    ['mcp__docs', 'docs', 'deny'],
    ['mcp__docs__*', 'docs', 'deny'],
    ['mcp__*', 'docs', 'deny'],
    ['mcp__my_docs', 'my docs', 'deny'],
    ['mcp__docs', 'docs2', 'allow'],
    ['mcp__docs__search', 'docs', 'allow'],
  ])('a rule for the server, %s, applies to what %s reads: %s', (rule, server, behavior) => {
    const call = { server, uri: 'x:1' };
    expect(engine.call('ReadMcpResourceTool', call, engine.context({ deny: [rule] })).behavior).toBe(behavior);
    expect(engine.call('ListMcpResourcesTool', call, engine.context({ ask: [rule] })).behavior).toBe(behavior === 'deny' ? 'ask' : 'allow');
  });

  it('detects commands scheduled to run later', () => {
    expect(engine.bash('at now <<< "rm x"', under('Bash(rm *)')).behavior).toBe('deny');
  });

  it.each(['echo $(<src/a.ts)', 'echo "$(< src/a.ts)"', 'x=$(<src/a.ts)'])('detects the file that %s reads', (command) => {
    expect(engine.bash(command, under('Read(src/a.ts)')).behavior).toBe('deny');
    expect(engine.bash(command, under('Read(src/c.js)')).behavior).toBe('allow');
  });

  it('detects the file that a process substitution reads', () => {
    expect(engine.bash('cat <(<src/a.ts)', under('Read(src/a.ts)')).behavior).toBe('deny');
  });

  it('detects the file that a redirection without a command writes', () => {
    expect(engine.bash('echo $(> src/a.ts)', under('Edit(src/a.ts)')).behavior).toBe('deny');
    expect(engine.bash('echo $(> .git/x)', engine.context({ allow: ['Bash'] })).behavior).toBe('ask');
  });

  it.each(['Read(secrets/)', 'Read(secrets)', 'Read(secrets/**)'])('treats the folder itself as part of %s', (deny) => {
    expect(engine.call('Grep', { pattern: 'x', path: 'secrets' }, engine.context({ deny: [deny] })).behavior).toBe('deny');
    expect(engine.bash('ls secrets', under(deny)).behavior).toBe('deny');
  });

  it.each(['patch < p', 'git apply p', 'git am p', 'cpio -i < a', 'curl -O https://x.org/k.env', 'wget https://x.org/k.env?a'])(
    'detects that %s takes file names from data',
    (command) => {
      // In a mode in which the protected paths of the folder are no reason to ask.
      const fields = { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true } as const;
      expect(engine.bash(command, engine.context({ deny: ['Edit(k.env)'] }, fields)).behavior).not.toBe('allow');
      expect(engine.bash(command, engine.context({}, fields)).behavior).toBe('allow');
    },
  );

  it.each(['git apply --check p', 'patch --dry-run < p', 'curl -O https://x.org/a.zip', 'cpio -t < a'])(
    'detects that %s writes no such file',
    (command) => expect(engine.bash(command, under('Edit(k.env)')).behavior).toBe('allow'),
  );

  it('still allows harmless options', () => {
    for (const command of ['grep -rn foo lib', 'ls -la', 'git -C src status', 'head -n 3 a.txt', 'docker --context x ps'])
      expect(engine.bash(command, under('Bash(docker run *)')).behavior, command).toBe('allow');
  });
});

describe('inside and outside', () => {
  it('a folder whose name starts like the project’s is outside', async () => {
    const engine = await makeTestEngine();
    expect(engine.call('Read', { file_path: `${engine.fixture.project}-evil/x` })).toMatchObject({
      behavior: 'ask',
      reason: 'outsideWorkingDirectory',
    });
    expect(engine.call('Write', { file_path: 'x', content: '' })).toMatchObject({ behavior: 'ask', reason: 'needsApproval' });
    engine.fixture.remove();
  });
});

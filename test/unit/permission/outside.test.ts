import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { makeTestEngine, type RuleLists, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const BYPASS = { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true } as const;

function blocking(what: Partial<ToolPermissionContext['blocksOutside']>, lists: RuleLists = {}, more: Partial<ToolPermissionContext> = {}) {
  return engine.context(lists, { blocksOutside: { reads: false, writes: false, ...what }, ...more });
}

describe('blockReadsOutsideWorkingDirectories', () => {
  const reads = (lists: RuleLists = {}, more: Partial<ToolPermissionContext> = {}) => blocking({ reads: true }, lists, more);

  it.each([
    ['Read', { file_path: '/etc/hosts' }],
    ['Grep', { pattern: 'x', path: '/etc' }],
    ['Glob', { pattern: '*', path: '/etc' }],
    ['Read', { file_path: '../outside.txt' }],
  ])('%s of %j is refused in every mode, whatever is allowed', (tool, input) => {
    for (const more of [{}, { mode: 'acceptEdits' }, { mode: 'plan' }, BYPASS] as const) {
      const decision = engine.call(tool, input, reads({ allow: ['Read', 'Grep', 'Glob', 'Read(//**)'], ask: ['Read'] }, more));
      expect(decision).toMatchObject({ behavior: 'deny', reason: 'blockedOutside' });
      expect(decision.message).toContain('permissions.blockReadsOutsideWorkingDirectories');
    }
  });

  it.each(['cat /etc/hosts', 'cd /etc && ls', 'grep -r x ..', 'ls "$(cat /etc/hosts)"', 'wc -l < /etc/hosts'])(
    'refuses %s, also in bypass mode',
    (command) => expect(engine.bash(command, reads({ allow: ['Bash'] }, BYPASS))).toMatchObject({ behavior: 'deny' }),
  );

  it.each(['cat "$FILE"', 'cat ~other/x', 'frobnicate /etc/hosts', 'python3 -c "$CODE"', 'eval "$X"', './build.sh'])(
    'asks about %s, whose files aren’t known, also in bypass mode',
    (command) => expect(engine.bash(command, reads({ allow: ['Bash'] }, BYPASS)).behavior).toBe('ask'),
  );

  it.each(['cat src/a.ts', 'echo hi > /dev/null', 'ls', 'cat < /dev/null'])('allows %s in bypass mode', (command) =>
    expect(engine.bash(command, reads({}, BYPASS)).behavior).toBe('allow'),
  );

  it('an additional working directory and the session’s own results stay readable', () => {
    const context = reads({}, { additionalWorkingDirectories: ['/etc'], readableDirs: ['/var/results'] });
    expect(engine.call('Read', { file_path: '/etc/hosts' }, context).behavior).toBe('allow');
    expect(engine.call('Read', { file_path: '/var/results/1.txt' }, context).behavior).toBe('allow');
  });

  it('leaves writing to rules and mode', () => {
    expect(engine.call('Write', { file_path: '/srv/new.txt', content: '' }, reads()).behavior).toBe('ask');
  });
});

describe('blockWritesOutsideWorkingDirectories', () => {
  const writes = (lists: RuleLists = {}, more: Partial<ToolPermissionContext> = {}) => blocking({ writes: true }, lists, more);

  it.each([
    ['Write', { file_path: '/srv/new.txt', content: '' }],
    ['Edit', { file_path: '/etc/hosts', old_string: 'a', new_string: 'b' }],
    ['NotebookEdit', { notebook_path: '/srv/a.ipynb', new_source: '' }],
  ])('%s of %j is refused in bypass mode', (tool, input) => {
    const decision = engine.call(tool, input, writes({ allow: ['Edit', 'Write', 'Edit(//**)'] }, BYPASS));
    expect(decision).toMatchObject({ behavior: 'deny', reason: 'blockedOutside' });
  });

  it.each(['echo x > /srv/y', 'touch /srv/y', 'cp src/a.ts /srv/', 'rm -f /srv/y'])('refuses %s', (command) =>
    expect(engine.bash(command, writes({ allow: ['Bash'] }, BYPASS))).toMatchObject({ behavior: 'deny' }),
  );

  it('leaves reading to rules and mode', () => {
    expect(engine.call('Read', { file_path: '/etc/hosts' }, writes()).behavior).toBe('ask');
    expect(engine.bash('cat /etc/hosts', writes({}, BYPASS)).behavior).toBe('allow');
  });
});

it.each(['link-file', 'link-out/o.txt'])('%s, a link in the project that leads out, counts as outside', (name) => {
  const both = blocking({ reads: true, writes: true }, { allow: ['Read', 'Edit'] });
  expect(engine.call('Read', { file_path: name }, both)).toMatchObject({ behavior: 'deny', reason: 'blockedOutside' });
  expect(engine.call('Write', { file_path: name, content: '' }, both)).toMatchObject({ behavior: 'deny', reason: 'blockedOutside' });
});

it('without the settings, rules and mode decide', () => {
  expect(engine.call('Read', { file_path: '/etc/hosts' }, engine.context({ allow: ['Read'] })).behavior).toBe('allow');
});

import { symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('decide', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const everything = { isBypassPermissionsModeAvailable: true };

  it('reports the rule, its source and its location', () => {
    const context = engine.context(
      {},
      {
        rules: [{ id: 'x', behavior: 'deny', source: 'project', text: 'Bash(rm *)', file: '/p/.claude/settings.json', line: 3, column: 7 }],
      },
    );
    expect(engine.bash('rm zz', context)).toMatchObject({
      behavior: 'deny',
      reason: 'rule',
      message: 'Permission to use Bash with command rm zz has been denied.',
      trace: [
        {
          layer: 'deny',
          outcome: 'deny',
          rule: { text: 'Bash(rm *)', source: 'project', file: '/p/.claude/settings.json', line: 3, column: 7 },
        },
      ],
    });
  });

  it('ignores inert rules', () => {
    const rules = [{ id: 'x', behavior: 'allow', source: 'project', text: 'Bash', inert: 'The folder is not trusted yet.' }] as const;
    expect(engine.bash('npm test', engine.context({}, { rules })).behavior).toBe('ask');
  });

  it('names the inert rule that would allow the call, and says why it doesn’t', () => {
    const inert = 'The folder is not trusted yet.';
    const rules = [
      { id: 'w', behavior: 'allow', source: 'project', text: 'Bash(make *)', inert },
      { id: 'x', behavior: 'allow', source: 'project', text: 'Bash(npm *)', inert },
    ] as const;
    const context = engine.context({}, { rules });
    expect(engine.bash('npm test', context)).toMatchObject({
      behavior: 'ask',
      message: 'Bash(npm *) would allow this. The folder is not trusted yet.',
      inertRule: { text: 'Bash(npm *)' },
    });
    const other = engine.bash('npx tsc', context);
    expect(other.behavior).toBe('ask');
    expect(other.inertRule).toBeUndefined();
  });

  it('treats bypass as default where it was not made available', () => {
    expect(engine.bash('npm test', engine.context({}, { mode: 'bypassPermissions' })).behavior).toBe('ask');
    expect(engine.bash('npm test', engine.context({}, { mode: 'bypassPermissions', ...everything })).behavior).toBe('allow');
  });

  it.each(['default', 'acceptEdits', 'bypassPermissions'] as const)('never writes to its own state folder, not even in %s', (mode) => {
    const context = engine.context({ allow: ['Bash', 'Edit(//**)', 'Write'] }, { mode, ...everything });
    expect(engine.call('Write', { file_path: '$HOMEDIR/.gatehouse/trust.json', content: 'x' }, context).behavior).toBe('deny');
    expect(engine.bash('echo x > ~/.gatehouse/audit.jsonl', context).behavior).toBe('deny');
    expect(engine.bash('rm -rf ~/.gatehouse', context).behavior).toBe('deny');
  });

  it('asks a person when the tool requires one, despite bypass mode and allow rules', () => {
    const context = engine.context({ allow: ['AskUserQuestion'] }, { mode: 'bypassPermissions', ...everything });
    expect(engine.call('AskUserQuestion', {}, context)).toMatchObject({ behavior: 'ask', reason: 'userInteraction' });
    expect(engine.call('mcp__srv__t1', {}, engine.context({ allow: ['mcp__srv'] }), { requiresUserInteraction: true })).toMatchObject({
      behavior: 'ask',
    });
  });

  it('applies a tool’s own allow only after deny and ask rules', () => {
    const allow = { behavior: 'allow' } as const;
    expect(engine.call('Custom', {}, engine.context(), {}, allow).behavior).toBe('allow');
    expect(engine.call('Custom', {}, engine.context({ deny: ['Custom'] }), {}, allow).behavior).toBe('deny');
    expect(engine.call('Custom', {}, engine.context({ ask: ['Custom'] }), {}, allow).behavior).toBe('ask');
  });

  it('treats a tool’s own denial as final and its ask as the ask', () => {
    const context = engine.context({ allow: ['Custom'] }, { mode: 'bypassPermissions', ...everything });
    expect(engine.call('Custom', {}, context, {}, { behavior: 'deny', message: 'no' })).toMatchObject({ behavior: 'deny', message: 'no' });
    expect(engine.call('Custom', {}, engine.context(), {}, { behavior: 'ask', message: 'sure?' })).toMatchObject({
      behavior: 'ask',
      reason: 'toolCheck',
      message: 'sure?',
    });
  });

  it('denies what would ask when nobody can answer', () => {
    expect(engine.bash('npm test', engine.context({}, { shouldAvoidPermissionPrompts: true }))).toMatchObject({
      behavior: 'deny',
      reason: 'promptsAvoided',
    });
    expect(engine.bash('npm test', engine.context({}, { mode: 'dontAsk' }))).toMatchObject({ behavior: 'deny', reason: 'mode' });
    expect(engine.bash('ls', engine.context({}, { mode: 'dontAsk' })).behavior).toBe('allow');
  });

  it('allows reading its own result folders, unless a deny rule matches', () => {
    const readableDirs = [engine.fixture.outside];
    expect(engine.call('Read', { file_path: '$OUT/o.txt' }, engine.context({}, { readableDirs })).behavior).toBe('allow');
    expect(engine.call('Grep', { pattern: 'x', path: '$OUT' }, engine.context({}, { readableDirs })).behavior).toBe('allow');
    expect(
      engine.call('Write', { file_path: '$OUT/q', content: 'x' }, engine.context({}, { readableDirs, mode: 'acceptEdits' })).behavior,
    ).toBe('ask');
    expect(
      engine.call('Read', { file_path: '$OUT/o.txt' }, engine.context({ deny: ['Read(o.txt)', 'Read(//**/o.txt)'] }, { readableDirs }))
        .behavior,
    ).toBe('deny');
  });

  it('resolves a project opened through a link', () => {
    const context = engine.context(
      { deny: ['Read(./secrets/**)'] },
      { projectDir: `${engine.fixture.outside}/opened`, mode: 'acceptEdits' },
    );
    symlinkSync(engine.fixture.project, `${engine.fixture.outside}/opened`);
    for (const project of [engine.fixture.project, `${engine.fixture.outside}/opened`]) {
      expect(engine.call('Read', { file_path: `${project}/a.txt` }, context).behavior).toBe('allow');
      expect(engine.call('Write', { file_path: `${project}/new.txt`, content: 'x' }, context).behavior).toBe('allow');
      expect(engine.call('Write', { file_path: `${project}/.git/x`, content: 'x' }, context).behavior).toBe('ask');
      expect(engine.call('Read', { file_path: `${project}/secrets/k.env` }, context).behavior).toBe('deny');
      expect(engine.bash(`rm -rf ${project}`, context)).toMatchObject({ behavior: 'ask', reason: 'criticalPath' });
    }
  });

  it.each(['rm -rf', 'rimraf', 'npx rimraf', 'del-cli --force', 'shx rm -rf', 'npx shx rm -rf', 'grm -rf', 'srm -r', 'trash-put'])(
    '%s of the home folder asks whatever is allowed',
    (remover) => {
      for (const context of [engine.context({ allow: ['Bash'] }), engine.context({}, { mode: 'bypassPermissions', ...everything })])
        expect(engine.bash(`${remover} ~`, context)).toMatchObject({ behavior: 'ask', reason: 'criticalPath', risk: 'destructive' });
    },
  );

  it('hides tools that are denied outright', () => {
    const context = engine.context({ deny: ['WebFetch', 'mcp__srv', 'mcp__other__*', 'Read(.env)'] });
    expect(
      ['WebFetch', 'mcp__srv__t1', 'mcp__other__x', 'Read', 'Bash', 'mcp__srv2__t1'].filter((name) =>
        engine.permissionEngine.isHidden(name, context),
      ),
    ).toEqual(['WebFetch', 'mcp__srv__t1', 'mcp__other__x']);
  });

  it('suspends allow rules for an MCP tool whose identity is uncertain', () => {
    const context = engine.context({ allow: ['mcp__weather__get', 'mcp__weather'] });
    const mcp = { serverName: 'weather', toolName: 'get' };
    expect(engine.call('mcp__weather__get', {}, context, { mcp }).behavior).toBe('allow');
    expect(engine.call('mcp__weather__get', {}, context, { mcp: { ...mcp, suspended: 'its definition changed' } }).behavior).toBe('ask');
  });

  it.each(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const)(
    'accepts only a person’s approval for a suspended MCP tool in mode %s',
    (mode) => {
      const context = engine.context(
        { allow: ['mcp__weather'] },
        { mode, isBypassPermissionsModeAvailable: true, isAutoModeAvailable: true },
      );
      const mcp = { serverName: 'weather', toolName: 'get', suspended: 'its definition changed' };
      const decision = engine.call('mcp__weather__get', {}, context, { mcp });
      expect(decision.behavior).toBe(mode === 'dontAsk' ? 'deny' : 'ask');
      expect(decision.classifierMayAnswer).toBe(undefined);
    },
  );

  it('does not match one server’s rules to another with a similar name', () => {
    const context = engine.context({ allow: ['mcp__a__*', 'mcp__a'] });
    expect(engine.call('mcp__a__b__c', {}, context).behavior).toBe('ask');
    expect(engine.call('mcp__a__b__c', {}, context, { mcp: { serverName: 'a__b', toolName: 'c' } }).behavior).toBe('ask');
    expect(engine.call('mcp__a__b__c', {}, context, { mcp: { serverName: 'a', toolName: 'b__c' } }).behavior).toBe('allow');
    expect(engine.call('mcp__a__b__c', {}, engine.context({ deny: ['mcp__a__b'], allow: ['mcp__a__b__c'] })).behavior).toBe('deny');
  });

  describe('suggesting an outside folder as working directory', () => {
    const offered = (decision: Decision) => decision.suggestions.flatMap((one) => (one.type === 'addDirectories' ? one.directories : []));

    it.each<[string, Record<string, string>]>([
      ['Read', { file_path: '../outside/o.txt' }],
      ['Grep', { pattern: 'x', path: '../outside' }],
      ['Bash', { command: 'cat ../outside/o.txt | head -1' }],
      ['Bash', { command: 'ls ../outside' }],
    ])('for %s %j, which no longer asks once it is added', (tool, input) => {
      const directories = offered(engine.call(tool, input));
      expect(directories).toEqual([engine.fixture.outside]);
      expect(engine.call(tool, input, engine.context({}, { additionalWorkingDirectories: directories })).behavior).toBe('allow');
    });

    it('for an edit, which then follows the mode', () => {
      const input = { file_path: '../outside/new.txt', content: '' };
      const directories = offered(engine.call('Write', input));
      const at = (mode: PermissionMode) => engine.context({}, { additionalWorkingDirectories: directories, mode });
      expect(engine.call('Write', input, at('default')).behavior).toBe('ask');
      expect(engine.call('Write', input, at('acceptEdits')).behavior).toBe('allow');
    });

    it.each<[string, Record<string, string>]>([
      ['Write', { file_path: '/x', content: '' }],
      ['Read', { file_path: '~/notes.txt' }],
      ['Bash', { command: 'ls /' }],
      ['Bash', { command: 'ls ~' }],
      ['Bash', { command: 'curl -d @../outside/o.txt https://example.com' }],
      ['Bash', { command: 'cat $SOMEWHERE' }],
      ['Read', { file_path: 'src/a.ts' }],
    ])('not for %s %j', (tool, input) => {
      expect(offered(engine.call(tool, input))).toEqual([]);
    });
  });

  it('decides every part of a compound command separately', () => {
    expect(engine.bash('ls && npm test', engine.context({ allow: ['Bash(npm test)'] })).parts).toEqual([
      expect.objectContaining({ text: 'ls', covered: true }),
      expect.objectContaining({ text: 'npm test', covered: true }),
    ]);
    expect(engine.bash('ls && npm test').parts.map((part) => part.covered)).toEqual([true, false]);
  });

  it('marks read-only commands for scheduling', () => {
    const context = engine.context();
    const readOnly = (command: string): boolean => engine.permissionEngine.isReadOnlyCommand(command, engine.fixture.project, context);
    expect(['ls', 'cat a.txt | head -3', 'git status', 'cd src && ls'].every(readOnly)).toBe(true);
    expect(['npm test', 'ls > q', 'ls "unclosed', '', 'cat /etc/passwd', 'echo $(ls)'].some(readOnly)).toBe(false);
  });

  it('denies a call without a path or command', () => {
    expect(engine.call('Bash', {})).toMatchObject({ behavior: 'deny', reason: 'invalidInput' });
    expect(engine.call('Read', { file_path: 5 })).toMatchObject({ behavior: 'deny', reason: 'invalidInput' });
  });

  it.each([
    ['rm x', 'deny'],
    ['Get-Item a | REMOVE-ITEM', 'deny'],
    ['ls; del x', 'deny'],
    ["& 'Remove-Item' x", 'deny'],
    ['Get-ChildItem', 'ask'],
  ])('matches PowerShell %s against deny rules by alias and case', (command, behavior) => {
    const context = engine.context({ allow: ['PowerShell'], deny: ['PowerShell(Remove-Item *)'] });
    expect(engine.call('PowerShell', { command }, context).behavior).toBe(behavior);
  });

  it('applies rules for Bash to Monitor', () => {
    const monitor = (command: string, lists: { allow?: string[]; deny?: string[] }): string =>
      engine.call('Monitor', { command, description: 'd' }, engine.context(lists)).behavior;
    expect(monitor('rm zz', { allow: ['Bash'], deny: ['Bash(rm *)'] })).toBe('deny');
    expect(monitor('npm test', { allow: ['Bash(npm *)'] })).toBe('allow');
    expect(monitor('npm test', { allow: ['Bash'] })).toBe('allow');
    expect(monitor('ls', { deny: ['Bash'] })).toBe('deny');
    expect(monitor('npm test', {})).toBe('ask');
  });

  it('never allows PowerShell by a narrow rule, since it is not parsed', () => {
    expect(
      engine.call('PowerShell', { command: 'Get-ChildItem' }, engine.context({ allow: ['PowerShell(Get-ChildItem *)'] })).behavior,
    ).toBe('ask');
    expect(engine.call('PowerShell', { command: 'Get-ChildItem' }, engine.context({ allow: ['PowerShell'] })).behavior).toBe('allow');
  });

  it('anchors a leading slash at the folder of the settings source', () => {
    const allowed = (source: 'project' | 'local' | 'user' | 'cli' | 'session'): string =>
      engine.call('Write', { file_path: 'src/new.ts', content: 'x' }, engine.context({ allow: ['Edit(/src/**)'] }, {}, source)).behavior;
    expect([allowed('project'), allowed('local'), allowed('user'), allowed('cli'), allowed('session')]).toEqual([
      'allow',
      'allow',
      'ask',
      'ask',
      'ask',
    ]);
    const nowhere = engine.call(
      'Write',
      { file_path: 'src/new.ts', content: 'x' },
      engine.context({ allow: ['Edit(/src/**)'] }, {}, 'cli'),
    );
    expect(nowhere.trace).toContainEqual(
      expect.objectContaining({
        layer: 'allow',
        detail: expect.stringContaining('matches nothing'),
        rule: expect.objectContaining({ text: 'Edit(/src/**)' }),
      }),
    );
    const denied = engine.call('Read', { file_path: 'src/a.ts' }, engine.context({ deny: ['Read(/src/**)'] }, {}, 'cli'));
    expect(denied.behavior).toBe('deny');
  });

  it('names the file that a rule covers, not the command that writes it', () => {
    const { trace } = engine.bash('echo x > src/a.txt', engine.context({ allow: ['Edit(src/**)'] }));
    const steps = trace.filter(({ layer }) => layer === 'allow').map(({ subject, rule }) => [subject, rule?.text]);
    expect(steps).toEqual([
      ['echo x', undefined],
      ['src/a.txt', 'Edit(src/**)'],
    ]);
  });
});

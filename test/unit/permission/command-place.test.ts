import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { SessionPlace } from '#shared/permission/call-place.ts';
import { makeTestEngine, type RuleLists, type TestEngine } from './test-engine.ts';

const SSH = { type: 'ssh', host: 'build1', folder: '/srv/app' } as const;
const OWN_IMAGE = { type: 'container', image: 'node:22', fromRepository: false, leftOut: [] } as const;
const THEIR_IMAGE = { type: 'container', image: 'node:22', fromRepository: true, leftOut: ['runArgs', 'mounts'] } as const;

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const at = (commandPlace: SessionPlace, lists: RuleLists = {}, fields: Partial<ToolPermissionContext> = {}) =>
  engine.context(lists, { commandPlace, ...fields });
const decided = (command: string, context: ToolPermissionContext) => engine.bash(command, context).behavior;

describe.each([
  ['on an ssh host', SSH],
  ['in a container whose image the repository names', THEIR_IMAGE],
] as const)('a command %s', (_, place) => {
  it.each(['ls src', 'cat a.txt', 'git status', 'pwd', 'echo hello', 'cd src && ls', 'sort a.txt | head -3', 'true'])(
    'asks although it only reads: %s',
    (command) => {
      expect(decided(command, engine.context())).toBe('allow');
      expect(decided(command, at(place))).toBe('ask');
      expect(engine.permissionEngine.isReadOnlyCommand(command, engine.fixture.project, at(place))).toBe(false);
    },
  );

  it.each(['touch x', 'mkdir -p src/x', 'cat a.txt > copy.txt', 'sed -i s/a/b/ a.txt'])('asks in acceptEdits: %s', (command) => {
    expect(decided(command, engine.context({}, { mode: 'acceptEdits' }))).toBe('allow');
    expect(decided(command, at(place, {}, { mode: 'acceptEdits' }))).toBe('ask');
  });

  it('asks in plan mode, and is denied in dontAsk mode', () => {
    expect(decided('ls src', at(place, {}, { mode: 'plan' }))).toBe('ask');
    expect(decided('ls src', at(place, {}, { mode: 'dontAsk' }))).toBe('deny');
  });

  it('runs by an allow rule of the person that covers all of it', () => {
    const rules = { allow: ['Bash(npm run *)', 'Bash(ls)'] };
    expect(decided('npm run test', at(place, rules))).toBe('allow');
    expect(decided('npm run test && ls', at(place, rules))).toBe('allow');
    expect(decided('npm run test | head', at(place, rules))).toBe('ask');
    expect(decided('anything --at all', at(place, { allow: ['Bash'] }))).toBe('allow');
  });

  it('asks although a rule about files here covers its redirection', () => {
    const rules = { allow: ['Bash(npm run *)', 'Edit(src/**)', 'Read(//etc/**)'] };
    expect(decided('npm run test > src/log', engine.context(rules))).toBe('allow');
    expect(decided('npm run test > src/log', at(place, rules))).toBe('ask');
    expect(decided('npm run test < /etc/hosts', at(place, rules))).toBe('ask');
  });

  it('asks although an allow rule of the repository covers it', () => {
    const shared = engine.context({ allow: ['Bash(npm run *)', 'Bash'] }, { commandPlace: place }, 'project');
    expect(decided('npm run test', shared)).toBe('ask');
    expect(decided('npm run test', { ...shared, commandPlace: undefined })).toBe('allow');
  });

  it('is held by deny and ask rules', () => {
    const rules = { allow: ['Bash'], deny: ['Bash(rm *)'], ask: ['Bash(git push *)'] };
    expect(decided('rm x', at(place, rules))).toBe('deny');
    expect(decided('git push origin me', at(place, rules))).toBe('ask');
    expect(decided('git push origin me', at(place, rules, bypass))).toBe('ask');
  });

  it('asks with a deny rule about files in force, whatever the spelling, rules and mode', () => {
    const rules = { allow: ['Bash'], deny: ['Read(.env)'] };
    for (const command of ['cat /srv/app/.env', 'cat a.txt', 'cd /srv/app && cat .e*']) {
      expect(decided(command, at(place, rules))).toBe('ask');
      expect(decided(command, at(place, rules, bypass))).toBe('ask');
    }
    expect(decided('cat .env', at(place, rules))).toBe('deny');
  });

  it('runs in bypass mode', () => {
    expect(decided('npm test', at(place, {}, bypass))).toBe('allow');
  });

  it('is left to a person in auto mode', () => {
    const auto = { mode: 'auto', isAutoModeAvailable: true } as const;
    expect(engine.bash('npm test', engine.context({}, auto)).classifierMayAnswer).toBe(true);
    expect(engine.bash('npm test', at(place, {}, auto)).classifierMayAnswer).toBeUndefined();
  });

  it('never has its sed previewed here', () => {
    const read = (context: ToolPermissionContext) =>
      engine.permissionEngine.readCommand('sed -i s/a/b/ a.txt', engine.fixture.project, context).sedEdit;
    expect(read(engine.context())).toBeDefined();
    expect(read(at(place))).toBeUndefined();
  });
});

const bypass = { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true } as const;

describe('a command in a container of the person’s own image', () => {
  it.each(['ls src', 'cat a.txt', 'git status', 'cat link-in', 'cd src && ls', 'echo x > /dev/null'])(
    'decides as here inside the project: %s',
    (command) => {
      expect(decided(command, at(OWN_IMAGE))).toBe(decided(command, engine.context()));
    },
  );

  it('accepts edits inside the project', () => {
    expect(decided('mkdir -p src/x', at(OWN_IMAGE, {}, { mode: 'acceptEdits' }))).toBe('allow');
    expect(decided('touch /tmp/x', at(OWN_IMAGE, {}, { mode: 'acceptEdits' }))).toBe('ask');
  });

  it('asks about a path outside of the project, whatever rules say about that path here', () => {
    const rules = { allow: ['Read(//etc/**)', 'Edit(//etc/**)', 'Bash(foo *)'] };
    expect(decided('cat /etc/hosts', engine.context(rules))).toBe('allow');
    expect(decided('cat /etc/hosts', at(OWN_IMAGE, rules))).toBe('ask');
    expect(decided('foo /etc/hosts', at(OWN_IMAGE, rules))).toBe('ask');
    expect(decided('foo src', at(OWN_IMAGE, rules))).toBe('allow');
    expect(decided('cat link-out/o.txt', at(OWN_IMAGE))).toBe('ask');
  });

  it('asks about a path outside while a deny rule about files is in force, even with a rule for all commands', () => {
    const rules = { allow: ['Bash'], deny: ['Read(.env)'] };
    expect(decided('cat /tmp/link', at(OWN_IMAGE, rules))).toBe('ask');
    expect(decided('cat a.txt', at(OWN_IMAGE, rules))).toBe('allow');
  });

  it('asks about reading results of the session, which aren’t mounted', () => {
    const results = path.join(engine.fixture.home, 'results');
    expect(decided(`cat ${results}/x.txt`, engine.context({}, { readableDirs: [results] }))).toBe('allow');
    expect(decided(`cat ${results}/x.txt`, at(OWN_IMAGE, {}, { readableDirs: [results] }))).toBe('ask');
  });

  it('asks where a file of the project chooses programs for a version manager', () => {
    const file = path.join(engine.fixture.project, '.tool-versions');
    writeFileSync(file, 'node path:./evil\n');
    try {
      expect(decided('node --version', at(OWN_IMAGE))).toBe('ask');
    } finally {
      rmSync(file);
    }
  });
});

describe('what a decision says about the place', () => {
  it('is on the card, in the record and in the facts', () => {
    expect(engine.bash('ls', at(SSH))).toMatchObject({
      place: 'ssh host build1 in /srv/app',
      effects: expect.arrayContaining(['runs on ssh host build1 in /srv/app; files there can’t be restored or checked for links']),
    });
    expect(engine.bash('npm test', at(OWN_IMAGE)).effects[0]).toBe('runs in container node:22');
    expect(engine.bash('npm test', at(THEIR_IMAGE)).effects[0]).toBe(
      'runs in container node:22, which the repository’s dev container file names; its runArgs, mounts have no effect',
    );
    expect(engine.bash('npm test', engine.context())).not.toHaveProperty('place');
  });

  it('is decided from the facts alone, so a past call is decided again as it was', () => {
    const facts = engine.permissionEngine.analyse({ toolName: 'Bash', input: { command: 'ls' }, cwd: engine.fixture.project }, at(SSH));
    expect(engine.permissionEngine.decide(facts, engine.context()).behavior).toBe('ask');
  });
});

describe('a place that isn’t known', () => {
  const unknown = { type: 'unknown', why: 'No command can run: the setting can’t be read.' } as const;

  it.each(['Bash', 'Monitor', 'PowerShell'])('denies %s and says why, in every mode', (tool) => {
    for (const fields of [{}, bypass]) {
      const decision = engine.call(tool, { command: 'ls' }, at(unknown, { allow: ['Bash', 'PowerShell', 'Monitor'] }, fields));
      expect(decision).toMatchObject({ behavior: 'deny', message: unknown.why });
    }
  });

  it('leaves the tools that work here alone', () => {
    expect(engine.call('Read', { file_path: 'a.txt' }, at(unknown)).behavior).toBe('allow');
  });
});

it('denies PowerShell where commands run elsewhere', () => {
  expect(engine.call('PowerShell', { command: 'ls' }, at(SSH, { allow: ['PowerShell'] })).behavior).toBe('deny');
});

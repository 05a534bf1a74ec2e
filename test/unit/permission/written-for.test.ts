import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { RuleDestination, RuleEntry } from '#shared/permission/rule.ts';
import { TempProject } from '#test/support/temp-project.ts';

const engine = await createPermissionEngine();
const temp = new TempProject({ 'src/a.ts': '', 'a.ts': '' });
afterAll(() => temp[Symbol.dispose]());

const DESTINATIONS: readonly RuleDestination[] = ['session', 'local', 'project', 'user'];
const { projectDir, homeDir, stateDir } = temp;

function contextIn(project: string, changes: Partial<ToolPermissionContext> = {}): ToolPermissionContext {
  return makePermissionContext({ projectDir: project, homeDir, stateDir, ...changes });
}

function decide(toolName: string, input: Record<string, unknown>, context: ToolPermissionContext): Decision {
  return engine.decide(engine.analyse({ toolName, input, cwd: context.projectDir }, context), context);
}

/** The first suggested rules, as they are written for a destination. */
function offered({ suggestions }: Decision, destination: RuleDestination): readonly string[] {
  const found = suggestions.find((one) => one.type === 'addRules');
  return found?.type === 'addRules' ? (found.otherwise?.[destination] ?? found.rules) : [];
}

/** The context once the rules are saved there. */
function saved(context: ToolPermissionContext, rules: readonly string[], source: RuleDestination): ToolPermissionContext {
  const file = { session: undefined, local: '.claude/settings.local.json', project: '.claude/settings.json', user: undefined }[source];
  const entries = rules.map((text, index): RuleEntry => ({
    id: `${index}`,
    behavior: 'allow',
    source,
    text,
    ...(file !== undefined && { file: path.join(context.projectDir, file) }),
    ...(source === 'user' && { file: path.join(homeDir, '.claude/settings.json') }),
  }));
  return makePermissionContext({ ...context, rules: entries });
}

const edit = (file: string) => ['Write', { file_path: file, content: 'x' }] as const;

describe('the suggested rule for an edit', () => {
  it.each<[string, Partial<Record<RuleDestination, string>>]>([
    ['src/a.ts', { session: 'Edit(src/a.ts)', local: 'Edit(src/a.ts)', project: 'Edit(src/a.ts)', user: `Edit(/${projectDir}/src/a.ts)` }],
    ['a.ts', { session: `Edit(/${projectDir}/a.ts)`, local: 'Edit(/a.ts)', project: 'Edit(/a.ts)', user: `Edit(/${projectDir}/a.ts)` }],
    ['!b/a.ts', { session: `Edit(/${projectDir}/!b/a.ts)`, local: `Edit(/${projectDir}/!b/a.ts)` }],
    ['#b/a.ts', { local: `Edit(/${projectDir}/#b/a.ts)` }],
    ['~/a.ts', { local: `Edit(/${projectDir}/~/a.ts)` }],
    ['app/[id]/page.tsx', { local: String.raw`Edit(app/\[id\]/page.tsx)` }],
  ])('%s is written relative to the project where that means the same file', (file, written) => {
    const context = contextIn(projectDir);
    const decision = decide(...edit(path.join(projectDir, file)), context);
    for (const [destination, rule] of Object.entries(written)) expect(offered(decision, destination as RuleDestination)).toEqual([rule]);
  });

  const files = [
    'src/a.ts',
    'a.ts',
    'src/deep/er/a b.ts',
    '!b/a.ts',
    '#b/a.ts',
    '~/a.ts',
    'app/[id]/page.tsx',
    'src/ä/ü.ts',
    'x{1}/$y.ts',
    '.config/a.ts',
  ];

  it.each(files.flatMap((file) => DESTINATIONS.map((destination) => [file, destination] as const)))(
    '%s: the very call is allowed once it is saved for %s, and no other file is',
    (file, destination) => {
      const context = contextIn(projectDir);
      const call = edit(path.join(projectDir, file));
      const before = decide(...call, context);
      const after = saved(context, offered(before, destination), destination);
      expect([before.behavior, decide(...call, after).behavior]).toEqual(['ask', 'allow']);
      for (const other of [`other/${file}`, `${file}.bak`, path.join(path.dirname(file), 'other.ts')])
        expect(decide(...edit(path.join(projectDir, other)), after).behavior).toBe('ask');
    },
  );

  it.each(DESTINATIONS)('also holds where the project folder is reached through a link, saved for %s', (destination) => {
    const link = path.join(temp.path('..'), `link-${destination}`);
    symlinkSync(projectDir, link);
    const context = contextIn(link);
    const call = edit(path.join(link, 'src/a.ts'));
    const after = saved(context, offered(decide(...call, context), destination), destination);
    expect(decide(...call, after).behavior).toBe('allow');
  });

  it.each(DESTINATIONS)('also holds in a worktree, saved for %s', (destination) => {
    const worktree = path.join(projectDir, '.claude/worktrees/one');
    mkdirSync(path.join(worktree, 'src'), { recursive: true });
    const context = contextIn(worktree, { settingsDir: projectDir });
    for (const file of ['src/a.ts', 'a.ts']) {
      const call = edit(path.join(worktree, file));
      const after = saved(context, offered(decide(...call, context), destination), destination);
      expect(decide(...call, after).behavior).toBe('allow');
    }
  });
});

describe('the suggested rules for a command that writes a file', () => {
  it.each(['npm test > logs/out.txt', 'npm test > out.txt'].flatMap((line) => DESTINATIONS.map((one) => [line, one] as const)))(
    '%s is allowed once they are saved for %s',
    (command, destination) => {
      const context = contextIn(projectDir);
      const rules = offered(decide('Bash', { command }, context), destination);
      expect(rules).toHaveLength(2);
      expect(decide('Bash', { command }, saved(context, rules, destination)).behavior).toBe('allow');
    },
  );
});

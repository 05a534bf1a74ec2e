import { expect, it } from 'vitest';
import { keptPermissionContext, permissionContextOf, type PermissionFacts } from '#main/engine/session/permission-snapshot.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { TempProject } from '#test/support/temp-project.ts';

function factsOf({ projectDir, homeDir, stateDir }: TempProject): PermissionFacts {
  return {
    settings: loadSettings({ projectDir, homeDir, stateDir, managedDir: null }),
    mode: 'default',
    sessionRules: [],
    skillsInUse: [],
    directories: [],
    projectDir,
    homeDir,
    stateDir,
    sessionDir: stateDir,
    isBypassAvailable: false,
    isNonInteractive: false,
    isAutoAvailable: false,
    prePlanMode: undefined,
    commandPath: '/usr/bin:.',
  };
}

it('returns the same snapshot until something changes', () => {
  using temp = new TempProject();
  const facts = factsOf(temp);
  const current = keptPermissionContext(() => ({ ...facts }));
  const context = current();
  expect(context).toEqual(permissionContextOf(facts));
  expect(context.searchPath).toEqual(['/usr/bin', '.']);
  expect(current()).toBe(context);
});

const changes: readonly Partial<PermissionFacts>[] = [
  { mode: 'plan' },
  { sessionRules: [{ behavior: 'deny', text: 'Bash' }] },
  { directories: ['/elsewhere'] },
  { isBypassAvailable: true },
  { isNonInteractive: true },
  { isAutoAvailable: true },
  { prePlanMode: 'acceptEdits' },
  { commandPath: '/bin' },
  { commandPath: undefined },
];

it.each(changes)('applies %j at once, and its end too', (change) => {
  using temp = new TempProject();
  const facts = factsOf(temp);
  let now = facts;
  const current = keptPermissionContext(() => now);
  const before = current();
  now = { ...facts, ...change };
  expect(current()).toEqual(permissionContextOf(now));
  expect(current()).not.toEqual(before);
  now = facts;
  expect(current()).toEqual(before);
});

it('applies reloaded settings at once', () => {
  using temp = new TempProject();
  let now = factsOf(temp);
  const current = keptPermissionContext(() => now);
  expect(current().rules).toEqual([]);
  now = { ...now, settings: { ...now.settings, rules: [{ id: 'u', behavior: 'deny', source: 'user', text: 'Bash' }] } };
  expect(current().rules).toEqual(now.settings.rules);
});

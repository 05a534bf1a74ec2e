import fc from 'fast-check';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
  const { project, home } = engine.fixture;
  mkdirSync(`${project}/.git/worktrees/copy`, { recursive: true });
  mkdirSync(`${home}/copy/secrets`, { recursive: true });
  writeFileSync(`${home}/copy/.git`, `gitdir: ${project}/.git/worktrees/copy\n`);
  writeFileSync(`${project}/.git/worktrees/copy/gitdir`, `${home}/copy/.git\n`);
  symlinkSync(`${project}/secrets`, `${project}/src/linked`);
  symlinkSync(`${home}/copy`, `${project}/outside`);
  symlinkSync('nowhere', `${project}/dangling`);
});
afterAll(() => engine.fixture.remove());

const RULES = [
  'Read',
  'Read(secrets/**)',
  'Read(*.env)',
  'Read(//etc/**)',
  'Read(~/copy/**)',
  'Read(file_path:*k*)',
  'Read(!a.txt)',
  'Read([',
];
const PATHS =
  'a.txt src secrets/k.env SECRETS/k.env src/linked/k.env src/../secrets/k.env missing/secrets/x dangling outside/secrets/k.env secrets./k.env'
    .split(' ')
    .concat('a.txt ', 'a\0b', 'src/', '/etc/hostname', '~/copy/secrets/k.env', '~other/x', '//host.example/x');
const MODES: readonly Partial<ToolPermissionContext>[] = [
  {},
  { mode: 'dontAsk' },
  { mode: 'plan' },
  { shouldAvoidPermissionPrompts: true },
  { blocksOutside: { reads: true, writes: false } },
  { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true },
];

it('denies reading exactly where a decision about a Read call does', () => {
  const some = fc.uniqueArray(fc.constantFrom(...RULES), { maxLength: 3 });
  fc.assert(
    fc.property(some, some, some, fc.constantFrom(...MODES), (deny, ask, allow, fields) => {
      const context = engine.context({ deny, ask, allow }, fields);
      for (const path of PATHS) {
        const { behavior } = engine.call('Read', { file_path: path }, context);
        const refused = engine.permissionEngine.refusesReading(path, engine.fixture.project, context);
        expect({ path, refused }).toEqual({ path, refused: behavior === 'deny' });
      }
    }),
    { numRuns: 300, seed: Number(process.env['FC_SEED'] ?? 7) },
  );
});

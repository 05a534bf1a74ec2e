import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowedNow } from '#main/engine/rules/allowed-now.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { makeTestEngine, type TestEngine } from '../permission/test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const OTHER = '/srv/other';

it.each<[string, string, Partial<ToolPermissionContext>, string[], object]>([
  ['nothing', 'rm -rf src', {}, [], { allowed: false, texts: [], folders: [] }],
  ['a rule', 'rm -rf src', {}, ['Bash(rm -rf src)'], { allowed: true, texts: ['Bash(rm -rf src)'], folders: [] }],
  ['the mode', 'rm -rf src', { mode: 'acceptEdits' }, [], { allowed: true, texts: [], mode: 'acceptEdits', folders: [] }],
  [
    'a folder, and no other',
    `cat ${OTHER}/.env`,
    { additionalWorkingDirectories: ['/srv/unused', OTHER] },
    [],
    { allowed: true, texts: [], folders: [OTHER] },
  ],
  [
    'a folder and the mode',
    `rm ${OTHER}/a`,
    { mode: 'acceptEdits', additionalWorkingDirectories: [OTHER] },
    [],
    { allowed: true, texts: [], mode: 'acceptEdits', folders: [OTHER] },
  ],
])('names %s as what allows a request', (_what, command, changed, allow, found) => {
  const { fixture, permissionEngine } = engine;
  const call = { toolName: 'Bash', input: { command }, cwd: fixture.project };
  expect(allowedNow(call, engine.context({ allow }, changed), permissionEngine)).toEqual(found);
});

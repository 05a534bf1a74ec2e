import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { auditDir } from '#main/audit/audit-files.ts';
import { makeTestEngine } from '../permission/test-engine.ts';

const engine = await makeTestEngine();
const stateDir = join(engine.fixture.home, '.gatehouse');
const dir = auditDir(stateDir);
const file = join(dir, '2026-01-01-1-00000000.jsonl');
mkdirSync(dir, { recursive: true });
writeFileSync(file, '{}\n');
symlinkSync(dir, join(engine.fixture.project, 'innocent'));
afterAll(() => engine.fixture.remove());

/** The most permissive rules a person can set. */
const everything = engine.context(
  { allow: ['Write', 'Edit', 'Bash', 'Bash(*)', `Edit(/${stateDir}/**)`, 'Edit(~/**)'] },
  { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true, additionalWorkingDirectories: [stateDir] },
);

it('allows other calls in this mode', () => {
  const { project } = engine.fixture;
  expect(engine.call('Write', { file_path: join(project, 'x'), content: '' }, everything).behavior).toBe('allow');
  expect(engine.bash(`cat ${file}`, everything).behavior).toBe('allow');
});

it.each([
  ['Write', { file_path: file, content: '' }],
  ['Write', { file_path: join(dir, 'new.jsonl'), content: '' }],
  ['Write', { file_path: join(engine.fixture.project, 'innocent/index.jsonl'), content: '' }],
  ['Write', { file_path: join(dir, '../audit/./index.jsonl'), content: '' }],
  ['Edit', { file_path: file, old_string: '{}', new_string: '[]' }],
  ['Edit', { file_path: '~/.gatehouse/audit/index.jsonl', old_string: 'a', new_string: 'b' }],
])('%s %j is not allowed', (tool, input) => {
  expect(engine.call(tool, input, everything).behavior).not.toBe('allow');
});

it.each([
  `echo > ${file}`,
  `echo x >> ~/.gatehouse/audit/index.jsonl`,
  `cd ~/.gatehouse/audit && echo x > index.jsonl`,
  `rm ${file}`,
  `rm -rf ${dir}`,
  `rm -rf ~/.gatehouse`,
  `mv ${file} /tmp/x`,
  `cp /dev/null ${file}`,
  `truncate -s 0 ${file}`,
  `tee ${file} < /dev/null`,
  `sed -i d ${file}`,
  `dd if=/dev/zero of=${file}`,
  `ln -sf /dev/null ${file}`,
  `echo x > innocent/index.jsonl`,
  `timeout 5 env A=1 bash -c 'echo x > ${file}'`,
])('Bash %s is not allowed', (command) => {
  expect(engine.bash(command, everything).behavior).not.toBe('allow');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { Decision } from '#shared/permission/decision.ts';
import { readRecordedCalls } from '#test/bench/support/recorded-calls.ts';
import { makeRecordedProject, type RecordedProject } from '#test/bench/support/recorded-project.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
let permissionEngine: PermissionEngine;
let project: RecordedProject;
beforeAll(async () => {
  engine = await makeTestEngine();
  permissionEngine = await createPermissionEngine();
  project = makeRecordedProject(readRecordedCalls(path.resolve('test/bench/support/invented-calls.jsonl')));
});
afterAll(() => {
  engine.fixture.remove();
  project.remove();
});

const widthsOf = ({ suggestions }: Decision) => suggestions.flatMap((one) => (one.type === 'addRules' ? [one.rules] : []));
const rulesOf = (decision: Decision) => widthsOf(decision).flat();

describe('suggested read folders', () => {
  it.each<[string, Record<string, string>]>([
    ['Read', { file_path: '/etc/shadow' }],
    ['Read', { file_path: '/etc/ssl/private/a.pem' }],
    ['Read', { file_path: '~/.ssh/config' }],
    ['Read', { file_path: '~/.claude/.credentials.json' }],
    ['Grep', { pattern: 'x', path: '~' }],
    ['Grep', { pattern: 'x', path: '~/.claude' }],
    ['Glob', { pattern: '**/*', path: '/' }],
    ['Bash', { command: 'ls ~' }],
    ['Bash', { command: 'ls /' }],
    ['Bash', { command: 'cat /etc/sudoers' }],
  ])('no folder rule for %s %j', (tool, input) => {
    expect(rulesOf(engine.call(tool, input)).filter((text) => text.startsWith('Read('))).toEqual([]);
  });

  it.each(['Read', 'Bash'])('a file of the system that holds no secrets, but never its folder (%s)', (tool) =>
    expect(read('/etc/hosts', tool)).toEqual([['Read(//etc/hosts)']]),
  );

  const read = (file: string, tool = 'Read') => {
    const at = makePermissionContext({ projectDir: project.project, homeDir: project.home, stateDir: `${project.home}/.gatehouse` });
    const input = tool === 'Bash' ? { command: `cat ${file}` } : { file_path: file };
    return widthsOf(permissionEngine.decide(permissionEngine.analyse({ toolName: tool, input, cwd: project.project }, at), at));
  };

  it('the package or collection that contains the file, then the file', () => {
    const { home } = project;
    expect(read('~/.claude/plans/a/b.md')).toEqual([[`Read(/${home}/.claude/plans/**)`], [`Read(/${home}/.claude/plans/a/b.md)`]]);
    expect(read('/usr/lib/python3/dist-packages/httpx/a/b.py')[0]).toEqual(['Read(//usr/lib/python3/dist-packages/httpx/**)']);
    expect(read('/opt/tool/node_modules/@a/b/lib/c.js')[0]).toEqual(['Read(//opt/tool/node_modules/@a/b/**)']);
  });

  it('the folder of a file in another checkout, the file, then the checkout', () => {
    using other = new TempProject();
    mkdirSync(path.join(other.projectDir, '.git'));
    mkdirSync(path.join(other.projectDir, 'src/api'), { recursive: true });
    writeFileSync(path.join(other.projectDir, '.git/HEAD'), 'ref: refs/heads/main\n');
    const file = path.join(other.projectDir, 'src/api/client.ts');
    writeFileSync(file, '');
    const [folder, one, whole] = [`${path.dirname(file)}/**`, file, `${other.projectDir}/**`].map((pattern) => [`Read(/${pattern})`]);
    expect(read(file)).toEqual([folder, one, whole]);
    expect(read(file, 'Bash')).toEqual([folder, one, whole]);
    const readme = path.join(other.projectDir, 'README.md');
    for (const tool of ['Read', 'Bash']) expect(read(readme, tool)).toEqual([[`Read(/${readme})`], whole]);
  });

  it('the file first, where there are keys beside it', () => {
    using other = new TempProject();
    mkdirSync(path.join(other.projectDir, 'lib/inner'), { recursive: true });
    const file = path.join(other.projectDir, 'lib/a.md');
    for (const name of [file, path.join(other.projectDir, 'lib/inner/.env')]) writeFileSync(name, '');
    const rules = [`Read(/${file})`, `Read(/${path.dirname(file)}/**)`].map((rule) => [rule]);
    for (const tool of ['Read', 'Bash']) expect(read(file, tool)).toEqual(rules);
    const at = makePermissionContext({ projectDir: project.project, homeDir: project.home, stateDir: `${project.home}/.gatehouse` });
    const call = { toolName: 'Read', input: { file_path: file }, cwd: project.project };
    const { suggestions } = permissionEngine.decide(permissionEngine.analyse(call, at), at);
    const said = suggestions.filter(({ label }) => label.endsWith('; also files with keys in it'));
    expect(said).toMatchObject([{ type: 'addRules', rules: rules[1] }]);
  });

  it('the folder that a link leads to, not the one that contains it', () => {
    using other = new TempProject();
    const folder = path.join(other.projectDir, 'shared');
    mkdirSync(folder);
    writeFileSync(path.join(other.projectDir, '.env'), '');
    const at = makePermissionContext({ projectDir: project.project, homeDir: project.home, stateDir: `${project.home}/.gatehouse` });
    const call = { toolName: 'Bash', input: { command: `ln -s ${folder} src/shared` }, cwd: project.project };
    const rules = widthsOf(permissionEngine.decide(permissionEngine.analyse(call, at), at)).flat();
    expect(rules.filter((rule) => rule.startsWith('Read('))).toEqual([`Read(/${folder}/**)`]);
  });

  it.each(['Read', 'Bash'])('no folder because of a file with keys (%s)', (tool) => {
    using other = new TempProject();
    const at = makePermissionContext({ projectDir: project.project, homeDir: project.home, stateDir: `${project.home}/.gatehouse` });
    const file = path.join(other.projectDir, '.env');
    const input = tool === 'Bash' ? { command: `cat ${file}` } : { file_path: file };
    const decision = permissionEngine.decide(permissionEngine.analyse({ toolName: tool, input, cwd: project.project }, at), at);
    expect(decision).toMatchObject({ behavior: 'ask', suggestions: [] });
  });
});

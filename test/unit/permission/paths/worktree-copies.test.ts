import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { makeTestEngine, type RuleLists, type TestEngine } from '../test-engine.ts';

/** A worktree below `.claude/worktrees` holds copies of the project's files: a rule about a file is about its copies too. */
describe('copies of files in worktrees', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    for (const file of ['docs/private/plan.md', 'src/a.ts', '.claude/worktrees/in/docs/private/plan.md']) {
      const copy = path.join(engine.fixture.project, '.claude/worktrees/w', file);
      mkdirSync(path.dirname(copy), { recursive: true });
      writeFileSync(copy, 'content\n');
    }
  });
  afterAll(() => engine.fixture.remove());

  const RULES = ['Read(docs/private/plan.md)', 'Read(./docs/private/plan.md)', 'Read(docs/private/*.md)', 'Read(//$PROJ/docs/private/**)'];
  const COPY = '.claude/worktrees/w/docs/private/plan.md';

  it.each(RULES)('%s denies reading the copy', (rule) => {
    const at = engine.context({ deny: [engine.fixture.fill(rule).replace('(///', '(//')] });
    expect(engine.call('Read', { file_path: `$PROJ/${COPY}` }, at).behavior).toBe('deny');
    expect(engine.call('Read', { file_path: `$PROJ/.claude/worktrees/w/${COPY.replace('/w/', '/in/')}` }, at).behavior).toBe('deny');
    expect(engine.call('Read', { file_path: `$PROJ/.claude/worktrees/w/src/a.ts` }, at).behavior).toBe('allow');
    expect(engine.bash(`cat ${COPY}`, at).behavior).toBe('deny');
  });

  it.each([
    `cat .claude/worktrees/*/docs/private/plan.md`,
    `cat .claude/worktrees/w/docs/private/*`,
    `grep -r x .claude/worktrees/w/docs`,
    `grep -r x .claude/worktrees`,
    `grep -r x .claude`,
    `cd .claude/worktrees/w && cat docs/private/plan.md`,
    `f=.claude/worktrees/w; cat "$f/docs/private/plan.md"`,
  ])('%s does not run without a question', (line) => {
    expect(engine.bash(line, engine.context({ deny: ['Read(docs/private/plan.md)'] })).behavior).not.toBe('allow');
  });

  it('a rule of the project itself, counted from its root', () => {
    const at = engine.context({ deny: ['Edit(/docs/**)'], ask: ['Edit(/src/**)'] }, { mode: 'acceptEdits' }, 'project');
    expect(engine.call('Write', { file_path: `$PROJ/${COPY}`, content: '' }, at).behavior).toBe('deny');
    expect(engine.call('Edit', { file_path: '$PROJ/.claude/worktrees/w/src/a.ts', old_string: 'a', new_string: 'b' }, at).behavior).toBe(
      'ask',
    );
    expect(engine.call('Write', { file_path: '$PROJ/.claude/worktrees/w/lib/a.ts', content: '' }, at).behavior).toBe('allow');
    expect(engine.bash(`cp a.txt ${COPY}`, at).behavior).toBe('deny');
  });

  it('in the worktree, a rule with the whole path of the project', () => {
    const { project } = engine.fixture;
    const at = engine.context(
      { deny: [`Read(/${project}/docs/private/**)`] },
      { projectDir: `${project}/.claude/worktrees/w`, settingsDir: project },
    );
    expect(engine.call('Read', { file_path: `$PROJ/${COPY}` }, at).behavior).toBe('deny');
  });

  it('allow rules mean only what they name', () => {
    const at = engine.context({ allow: ['Edit(docs/private/plan.md)'] });
    expect(engine.call('Write', { file_path: `$PROJ/docs/private/plan.md`, content: '' }, at).behavior).toBe('allow');
    expect(engine.call('Write', { file_path: `$PROJ/${COPY}`, content: '' }, at).behavior).toBe('ask');
  });
});

/** A worktree that git made anywhere else: its folder is named in the repository. */
describe('copies of files in linked worktrees elsewhere', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    const { project, outside } = engine.fixture;
    const places = { inside: path.join(project, 'wt'), beside: path.join(outside, 'wt') };
    for (const [name, folder] of Object.entries(places)) {
      const gitFolder = path.join(project, '.git/worktrees', name);
      mkdirSync(gitFolder, { recursive: true });
      writeFileSync(path.join(gitFolder, 'gitdir'), `${path.join(folder, '.git')}\n`);
      for (const file of ['docs/private/plan.md', 'src/a.ts']) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), 'content\n');
      }
      writeFileSync(path.join(folder, '.git'), `gitdir: ${gitFolder}\n`);
    }
    symlinkSync(path.join(outside, 'wt'), path.join(project, 'link-wt'));
  });
  afterAll(() => engine.fixture.remove());
  const withBeside = (lists: RuleLists): ToolPermissionContext =>
    engine.context(lists, { additionalWorkingDirectories: [path.join(engine.fixture.outside, 'wt')], mode: 'acceptEdits' }, 'project');

  it.each(['$PROJ/wt', '$OUT/wt', '$PROJ/link-wt', '$PROJ/src/../wt'])('a rule about a file holds in %s', (folder) => {
    const at = withBeside({ deny: ['Read(./docs/private/plan.md)', 'Edit(/src/**)'] });
    expect(engine.call('Read', { file_path: `${folder}/docs/private/plan.md` }, at).behavior).toBe('deny');
    expect(engine.call('Write', { file_path: `${folder}/src/a.ts`, content: '' }, at).behavior).toBe('deny');
    expect(engine.call('Read', { file_path: `${folder}/src/a.ts` }, at).behavior).toBe('allow');
    expect(engine.bash(engine.fixture.fill(`cat ${folder}/docs/private/plan.md`), at).behavior).not.toBe('allow');
  });

  it.each([
    'cat wt/docs/private/plan.md',
    'cat wt/docs/private/*',
    'cat */docs/private/plan.md',
    'grep -r x wt/docs',
    'grep -r x wt',
    'grep -r x $OUT/wt/docs',
    'grep -r x $OUT',
    'cd wt && cat docs/private/plan.md',
    'cp -r wt/docs copy',
  ])('%s does not run without a question', (line) => {
    const at = withBeside({
      allow: ['Bash'],
      deny: ['Read(//$PROJ/docs/private/**)'].map((rule) => engine.fixture.fill(rule).replace('(///', '(//')),
    });
    expect(engine.bash(engine.fixture.fill(line), at).behavior).not.toBe('allow');
  });

  it('allow rules mean only what they name', () => {
    const at = engine.context({ allow: ['Edit(/docs/**)'] }, {}, 'project');
    expect(engine.call('Write', { file_path: '$PROJ/wt/docs/private/plan.md', content: '' }, at).behavior).toBe('ask');
  });
});

/** The project is a linked worktree itself, below the main one: the main one and its siblings hold copies. */
describe('copies of files of a project that is a linked worktree', () => {
  let engine: TestEngine;
  let context: ToolPermissionContext;
  beforeAll(async () => {
    engine = await makeTestEngine();
    const { project, outside } = engine.fixture;
    const main = path.join(outside, 'main');
    const places = { project, sibling: path.join(outside, 'sibling') };
    for (const [name, folder] of Object.entries(places)) {
      const gitFolder = path.join(main, '.git/worktrees', name);
      mkdirSync(gitFolder, { recursive: true });
      writeFileSync(path.join(gitFolder, 'gitdir'), `${path.join(folder, '.git')}\n`);
    }
    rmSync(path.join(project, '.git'), { recursive: true, force: true });
    writeFileSync(path.join(project, '.git'), `gitdir: ${path.join(main, '.git/worktrees/project')}\n`);
    for (const folder of [main, places.sibling, project]) {
      for (const file of ['docs/private/plan.md', 'src/a.ts']) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), 'content\n');
      }
    }
    context = engine.context({ deny: ['Read(/docs/private/**)'] }, { additionalWorkingDirectories: [outside] }, 'project');
  });
  afterAll(() => engine.fixture.remove());

  it.each(['main', 'sibling'])('a denial holds in the %s worktree', (name) => {
    const file = (place: string): string => path.join(engine.fixture.outside, name, place);
    expect(engine.call('Read', { file_path: file('docs/private/plan.md') }, context).behavior).toBe('deny');
    expect(engine.bash(`cat ${file('docs/private/plan.md')}`, context).behavior).toBe('deny');
    expect(engine.bash(`grep -r x ${file('docs')}`, context).behavior).not.toBe('allow');
    expect(engine.call('Read', { file_path: file('src/a.ts') }, context).behavior).toBe('allow');
  });

  it('and the project’s own files are no copies', () => {
    expect(engine.call('Read', { file_path: '$PROJ/docs/private/plan.md' }, context).behavior).toBe('deny');
    expect(engine.call('Read', { file_path: '$PROJ/src/a.ts' }, context).behavior).toBe('allow');
  });
});

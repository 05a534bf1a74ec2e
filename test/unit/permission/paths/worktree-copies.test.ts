import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

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

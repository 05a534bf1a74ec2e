import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, tempProject } from '#test/unit/settings/temp-project.ts';
import { forFile, names, read } from './read-instruction-files.ts';

describe('instruction files for a file that was touched', () => {
  test('are those of the folders down to it', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    for (const path of [
      'project/CLAUDE.md',
      'project/a/CLAUDE.md',
      'project/a/b/CLAUDE.local.md',
      'project/a/b/AGENTS.md',
      'project/c/CLAUDE.md',
    ])
      temp.write(path, path);
    expect(names(temp, forFile(temp, 'a/b/x.ts'))).toEqual(['project/a/CLAUDE.md', 'project/a/b/AGENTS.md', 'project/a/b/CLAUDE.local.md']);
    expect(names(temp, forFile(temp, 'x.ts'))).toEqual([]);
    expect(names(temp, forFile(temp, '../elsewhere/x.ts'))).toEqual([]);
  });

  test('and rules: those without patterns from the start, the others for files that match', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    temp.write('home/.claude/rules/mine.md', 'Mine.');
    temp.write('home/.claude/rules/sql.md', '---\npaths: "**/*.sql"\n---\nMy SQL.');
    temp.write('project/.claude/rules/all.md', '---\ndescription: x\n---\nAll.');
    temp.write('project/.claude/rules/deep/ts.md', '---\npaths:\n  - "src/**/*.{ts,tsx}"\n---\nTypes.');
    temp.write('project/.claude/rules/broken.md', '---\npaths: [\n---\nBroken.');
    temp.write('project/pkg/.claude/rules/own.md', 'Of pkg.');
    expect(
      read(temp)
        .filter(({ path }) => path.includes('rules'))
        .map(({ text }) => text),
    ).toEqual(['Mine.', 'All.', '---\npaths: [\n---\nBroken.']);
    const texts = (file: string) => forFile(temp, file).map(({ text }) => text);
    expect(texts('src/a/b.tsx')).toEqual(['Types.']);
    expect(texts('src/a/b.js')).toEqual([]);
    expect(texts('db/x.sql')).toEqual(['My SQL.']);
    expect(texts('pkg/src/x.ts')).toEqual(['Of pkg.']);
  });

  test('never come through links out of the repository, and say when it isn’t trusted', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    temp.write('secret/rules/a.md', 'Secret.');
    temp.write('secret/key', 'Key.');
    temp.write('project/sub/.claude/x', '');
    temp.write('project/sub/.claude/rules/ok.md', 'Fine.');
    symlinkSync(join(temp.root, 'secret/rules'), join(temp.projectDir, 'sub/.claude/rules/more'));
    symlinkSync(join(temp.root, 'secret/key'), join(temp.projectDir, 'sub/CLAUDE.md'));
    symlinkSync(join(temp.root, 'secret/key'), join(temp.projectDir, 'sub/.claude/rules/link.md'));
    expect(forFile(temp, 'sub/x.ts', { trusted: false })).toMatchObject([{ text: 'Fine.', trusted: false }]);
  });
});

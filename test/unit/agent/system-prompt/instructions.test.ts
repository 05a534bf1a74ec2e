import { chownSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findImports } from '#main/agent/system-prompt/instructions.ts';
import type { OutsideImport } from '#main/agent/system-prompt/outside-import.ts';
import type { InstructionImport } from '#main/settings/import-approvals.ts';
import { git, tempProject } from '#test/unit/settings/temp-project.ts';
import { forFile, names, read } from './read-instruction-files.ts';

describe('instruction files', () => {
  test('managed first, then the user’s, then from the root down to the folder', () => {
    const temp = tempProject();
    for (const path of [
      'managed/CLAUDE.md',
      'home/.claude/CLAUDE.md',
      'CLAUDE.md',
      'project/CLAUDE.md',
      'project/.claude/CLAUDE.md',
      'project/CLAUDE.local.md',
      'project/src/deep/CLAUDE.md',
      'project/other/CLAUDE.md',
    ])
      temp.write(path, path);
    const files = read(temp, { cwd: join(temp.projectDir, 'src/deep') });
    expect(names(temp, files)).toEqual([
      'managed/CLAUDE.md',
      'home/.claude/CLAUDE.md',
      'CLAUDE.md',
      'project/CLAUDE.md',
      'project/.claude/CLAUDE.md',
      'project/CLAUDE.local.md',
      'project/src/deep/CLAUDE.md',
    ]);
    expect(files.filter(({ trusted }) => trusted).map(({ text }) => text)).toEqual(['managed/CLAUDE.md', 'home/.claude/CLAUDE.md']);
    expect(read(temp, { trusted: true }).every(({ trusted }) => trusted)).toBe(true);
  });

  test('leaves out what the user excludes, but nothing that is managed', () => {
    const temp = tempProject();
    for (const path of ['managed/CLAUDE.md', 'home/.claude/CLAUDE.md', 'CLAUDE.md', 'project/.claude/rules/style.md', 'project/AGENTS.md'])
      temp.write(path, path);
    temp.write('project/CLAUDE.md', '@docs/more.md');
    temp.write('project/docs/more.md', 'more');
    const without = (...user: string[]) => names(temp, read(temp, { excludes: { user, repository: [] } }));
    expect(without('**/CLAUDE.md', '**/rules/**')).toEqual(['managed/CLAUDE.md']);
    expect(without(join(temp.root, 'CLAUDE.md'), '**/{more,style}.md')).toEqual([
      'managed/CLAUDE.md',
      'home/.claude/CLAUDE.md',
      'project/CLAUDE.md',
    ]);
    expect(without('CLAUDE.local.md', 'project/CLAUDE.md')).toContain('project/CLAUDE.md');
  });

  test('reads AGENTS.md where an excluded CLAUDE.md doesn’t exist', () => {
    const temp = tempProject();
    temp.write('project/AGENTS.md', 'root');
    expect(names(temp, read(temp, { excludes: { user: ['**/CLAUDE.md'], repository: [] } }))).toEqual(['project/AGENTS.md']);
  });

  test('a repository excludes only its own files, also those for a file that a call touches', () => {
    const temp = tempProject();
    for (const path of ['home/.claude/CLAUDE.md', 'CLAUDE.md', 'project/CLAUDE.md', 'project/src/CLAUDE.md']) temp.write(path, path);
    const excludes = { user: [], repository: ['**/CLAUDE.md'] };
    expect(names(temp, read(temp, { trusted: true, excludes }))).toEqual(['home/.claude/CLAUDE.md', 'CLAUDE.md']);
    expect(names(temp, forFile(temp, 'src/a.ts'))).toEqual(['project/src/CLAUDE.md']);
    expect(names(temp, forFile(temp, 'src/a.ts', { excludes }))).toEqual([]);
  });

  test('uses AGENTS.md where there is no CLAUDE.md, folder by folder', () => {
    const temp = tempProject();
    temp.write('project/AGENTS.md', 'root');
    temp.write('project/a/AGENTS.md', 'a');
    temp.write('project/a/CLAUDE.md', 'a');
    expect(names(temp, read(temp, { cwd: join(temp.projectDir, 'a') }))).toEqual(['project/AGENTS.md', 'project/a/CLAUDE.md']);
  });

  test('ignores missing, empty and binary files', () => {
    const temp = tempProject();
    temp.write('project/CLAUDE.md', ' \n');
    temp.write('home/.claude/CLAUDE.md', 'a\0b');
    expect(names(temp, read(temp))).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('ignores another user’s file above the project', () => {
    const temp = tempProject();
    chownSync(temp.write('CLAUDE.md', 'planted'), 12345, 12345);
    chownSync(temp.write('project/CLAUDE.md', 'the project’s'), 12345, 12345);
    expect(names(temp, read(temp))).toEqual(['project/CLAUDE.md']);
  });

  test('leaves out a file that a rule denies reading', () => {
    const temp = tempProject();
    temp.write('project/CLAUDE.md', 'see @.env');
    temp.write('project/.env', 'SECRET');
    expect(names(temp, read(temp, { mayRead: (path) => !path.endsWith('.env') }))).toEqual(['project/CLAUDE.md']);
  });

  test('lists a file that is too large with the reason', () => {
    const temp = tempProject();
    temp.write('project/CLAUDE.md', 'x'.repeat(1024 * 1024 + 1));
    temp.write('project/AGENTS.md', 'not asked for');
    const files = read(temp).filter(({ path }) => path.startsWith(temp.root));
    expect(files).toEqual([
      {
        path: join(temp.projectDir, 'CLAUDE.md'),
        trusted: false,
        text: expect.stringMatching(/^\[Nothing of this file is shown\. It is larger than 1MB\./),
        leftOut: 'It is larger than 1MB.',
      },
    ]);
  });

  test('truncates long files with a notice, and bounds their total', () => {
    const temp = tempProject();
    temp.write('project/CLAUDE.md', Array.from({ length: 9 }, (_, i) => `@part${i}.md`).join('\n'));
    for (let i = 0; i < 9; i++) temp.write(`project/part${i}.md`, String(i).repeat(70_000));
    const files = read(temp);
    expect(files[0]?.text).toMatch(/0\n\[Cut here: the file has 70000 characters, 60000 are shown\.\]$/);
    expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(250_000);
    expect(files).toHaveLength(10);
  });
});

describe('imports', () => {
  test('are placed before the importing file, nested, each once, without cycles', () => {
    const temp = tempProject();
    temp.write('project/CLAUDE.md', 'Read @docs/a.md and @docs/b.md.');
    temp.write('project/docs/a.md', '@./b.md @../CLAUDE.md');
    temp.write('project/docs/b.md', '@a.md');
    expect(names(temp, read(temp))).toEqual(['project/docs/b.md', 'project/docs/a.md', 'project/CLAUDE.md']);
  });

  test('are followed five levels deep', () => {
    const temp = tempProject();
    temp.write('project/CLAUDE.md', '@1.md');
    for (let i = 1; i < 9; i++) temp.write(`project/${i}.md`, `@${i + 1}.md`);
    expect(names(temp, read(temp))).toEqual([
      'project/5.md',
      'project/4.md',
      'project/3.md',
      'project/2.md',
      'project/1.md',
      'project/CLAUDE.md',
    ]);
  });

  describe('of a repository that lead out of it', () => {
    function outside(trusted: boolean, allowed: readonly string[] = []) {
      const temp = tempProject();
      temp.write('project/CLAUDE.md', '@../notes.md @~/.ssh/id_rsa @link.md @secret-link.md @/dev/zero @/etc/passwd @../none.md');
      temp.write('notes.md', '@more.md');
      for (const path of ['more.md', 'linked.md', 'home/.ssh/id_rsa']) temp.write(path, path);
      symlinkSync('../linked.md', join(temp.projectDir, 'link.md'));
      symlinkSync('../home/.ssh/id_rsa', join(temp.projectDir, 'secret-link.md'));
      const refused: OutsideImport[] = [];
      const short = (path: string): string => path.replace(`${temp.root}/`, '');
      const isAllowed = (one: InstructionImport): boolean => allowed.includes(`${short(one.importer)} > ${short(one.target)}`);
      const files = read(temp, { trusted, imports: { isAllowed, onRefused: (one) => void refused.push(one) } });
      const told = refused.map(({ importer, target, allowable }) => `${short(importer)} > ${short(target)}${allowable ? '' : ', never'}`);
      return { files: names(temp, files), told };
    }

    const NEVER = [
      'project/CLAUDE.md > home/.ssh/id_rsa, never',
      'project/CLAUDE.md > home/.ssh/id_rsa, never',
      'project/CLAUDE.md > /dev/zero, never',
      'project/CLAUDE.md > /etc/passwd, never',
    ];

    test('are not read, and nothing is asked, while the folder isn’t trusted', () => {
      expect(outside(false)).toEqual({ files: ['project/CLAUDE.md'], told: [] });
    });

    test('are not read until a person allows them, and never if they aren’t Markdown files', () => {
      const { files, told } = outside(true);
      expect(files).toEqual(['project/CLAUDE.md']);
      expect(told.toSorted()).toEqual(['project/CLAUDE.md > linked.md', 'project/CLAUDE.md > notes.md', ...NEVER].toSorted());
    });

    test('are allowed for one file that includes them: what they include themselves needs another', () => {
      const { files, told } = outside(true, ['project/CLAUDE.md > notes.md', 'project/other.md > linked.md']);
      expect(files).toEqual(['notes.md', 'project/CLAUDE.md']);
      expect(told).toContain('notes.md > more.md');
      expect(told).toContain('project/CLAUDE.md > linked.md');
    });

    test('never bring in what isn’t Markdown, even if that were allowed', () => {
      expect(
        outside(
          true,
          NEVER.map((one) => one.replace(', never', '')),
        ).files,
      ).toEqual(['project/CLAUDE.md']);
    });
  });

  test('doesn’t follow an instruction file that links out of the repository', () => {
    const temp = tempProject();
    temp.write('home/.ssh/id_rsa', 'KEY');
    symlinkSync('../home/.ssh/id_rsa', join(temp.projectDir, 'CLAUDE.md'));
    expect(read(temp).map(({ text }) => text)).not.toContain('KEY');
    expect(read(temp, { trusted: true }).map(({ text }) => text)).not.toContain('KEY');
  });

  test('may reach the whole repository from a sub-folder', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    temp.write('project/packages/a/CLAUDE.md', '@../../STYLE.md');
    temp.write('project/STYLE.md', 'style');
    const dir = join(temp.projectDir, 'packages/a');
    expect(names(temp, read(temp, { cwd: dir, projectDir: dir }))).toEqual(['project/STYLE.md', 'project/packages/a/CLAUDE.md']);
  });

  test('of the user’s own file may come from anywhere', () => {
    const temp = tempProject();
    temp.write('home/.claude/CLAUDE.md', '@~/notes.txt');
    temp.write('home/notes.txt', 'notes');
    expect(names(temp, read(temp))).toEqual(['home/notes.txt', 'home/.claude/CLAUDE.md']);
  });

  test.each([
    ['@a.md', ['/p/a.md']],
    ['see @./b/c.md, then @/x/y.md.', ['/p/b/c.md', '/x/y.md']],
    ['(@~/z.md)', []],
    ['- @~/z.md', ['/h/z.md']],
    ['@with\\ blank.md', ['/p/with blank.md']],
    ['mail a@b.md', []],
    ['`@code.md` and ``a ` @more.md``', []],
    ['```\n@fenced.md\n```\n@after.md', ['/p/after.md']],
    ['a ``b ` @in.md`` ` @out.md', ['/p/out.md']],
    ['`'.repeat(500).replace(/``/g, '`a``b') + ' @a.md', ['/p/a.md']],
    ['~~~ts\n```\n@fenced.md\n~~~\n@after.md', ['/p/after.md']],
    ['@a.md @a.md', ['/p/a.md']],
  ])('are found in %j', (text, targets) => {
    expect(findImports(text, '/p', '/h')).toEqual(targets);
  });
});

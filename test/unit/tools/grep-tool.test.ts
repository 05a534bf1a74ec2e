import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
  execFileSync('git', ['init', '-q'], { cwd: session.project });
  const files: Record<string, string> = {
    'src/a.ts': 'const needle = 1;\nother\nneedle again\n',
    'src/b.js': 'Needle\nlast\n',
    'docs/c.md': 'before\nneedle\nafter\n',
    '.hidden/d.txt': 'needle\n',
    'ignored/e.txt': 'needle\n',
    '.gitignore': 'ignored\n',
    '.svn/f.txt': 'needle\n',
  };
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    // Each file is newer than the previous one.
    utimesSync(session.write(name, content), new Date(1_700_000_000_000 + index * 1000), new Date(1_700_000_000_000 + index * 1000));
  }
  session.write('.git/g.txt', 'needle\n');
});
afterEach(() => session.dispose());

const grep = (input: Record<string, unknown>): ReturnType<SessionFixture['call']> => session.call('Grep', { pattern: 'needle', ...input });

describe('Grep: paths', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['newest first; ignored and version control folders left out', {}, 'Found 3 files\n.hidden/d.txt\ndocs/c.md\nsrc/a.ts'],
    ['one', { pattern: 'other' }, 'Found 1 file\nsrc/a.ts'],
    ['none', { pattern: 'nowhere' }, 'No files found'],
    ['a limit that was reached', { head_limit: 2 }, 'Found 2 files limit: 2\n.hidden/d.txt\ndocs/c.md'],
    ['a limit that was not', { head_limit: 3 }, 'Found 3 files\n.hidden/d.txt\ndocs/c.md\nsrc/a.ts'],
    ['the rest', { head_limit: 2, offset: 2 }, 'Found 1 file offset: 2\nsrc/a.ts'],
    ['no limit', { head_limit: 0 }, 'Found 3 files\n.hidden/d.txt\ndocs/c.md\nsrc/a.ts'],
    ['any case', { '-i': true, path: 'src' }, 'Found 2 files\nsrc/b.js\nsrc/a.ts'],
    ['a glob', { glob: '*.ts' }, 'Found 1 file\nsrc/a.ts'],
    ['a glob with braces, and another', { glob: '*.{ts,js} *.md' }, 'Found 2 files\ndocs/c.md\nsrc/a.ts'],
    ['a type', { type: 'md' }, 'Found 1 file\ndocs/c.md'],
    ['lines that a match spans', { pattern: 'needle.*\nother', multiline: true }, 'Found 1 file\nsrc/a.ts'],
    ['an ignored folder given as the path', { path: 'ignored' }, 'Found 1 file\nignored/e.txt'],
  ])('%s', async (_name, input, text) => {
    expect(await grep(input)).toMatchObject({ text, isError: false });
  });
});

describe('Grep: lines', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['with numbers', { path: 'src' }, 'src/a.ts:1:const needle = 1;\nsrc/a.ts:3:needle again'],
    ['without', { path: 'src', '-n': false }, 'src/a.ts:const needle = 1;\nsrc/a.ts:needle again'],
    ['of a single file', { path: 'src/a.ts' }, '1:const needle = 1;\n3:needle again'],
    ['only the match', { path: 'src/a.ts', '-o': true }, '1:needle\n3:needle'],
    ['context', { path: 'docs', '-C': 1 }, 'docs/c.md-1-before\ndocs/c.md:2:needle\ndocs/c.md-3-after'],
    ['context before', { path: 'docs/c.md', '-B': 1 }, '1-before\n2:needle'],
    ['context after', { path: 'docs/c.md', '-A': 1 }, '2:needle\n3-after'],
    ['context by its long name', { path: 'docs/c.md', context: 1 }, '1-before\n2:needle\n3-after'],
    [
      'files in order of their paths',
      { '-n': false },
      '.hidden/d.txt:needle\ndocs/c.md:needle\nsrc/a.ts:const needle = 1;\nsrc/a.ts:needle again',
    ],
    ['a limit', { head_limit: 1 }, '.hidden/d.txt:1:needle\n\n[Showing results with pagination = limit: 1]'],
    ['a page', { head_limit: 1, offset: 1 }, 'docs/c.md:2:needle\n\n[Showing results with pagination = limit: 1, offset: 1]'],
    ['none', { pattern: 'nowhere' }, 'No matches found'],
  ])('%s', async (_name, input, text) => {
    expect(await grep({ output_mode: 'content', ...input })).toMatchObject({ text, isError: false });
  });

  it('250 by default', async () => {
    session.write('many.txt', 'hit\n'.repeat(300));
    const { text } = await grep({ pattern: 'hit', output_mode: 'content' });
    expect(text.split('\n').filter((line) => line.startsWith('many.txt:'))).toHaveLength(250);
    expect(text.endsWith('\n\n[Showing results with pagination = limit: 250]')).toBe(true);
    const all = await grep({ pattern: 'hit', output_mode: 'content', head_limit: 0 });
    expect(all.text.split('\n')).toHaveLength(300);
  });

  it('long lines are omitted with a note', async () => {
    session.write('long.txt', `needle${'x'.repeat(394)}\nneedle${'x'.repeat(500)}\n`);
    const { text } = await grep({ output_mode: 'content', path: 'long.txt' });
    expect(text).toBe(`1:needle${'x'.repeat(394)}\n2:[Omitted long matching line]`);
  });
});

describe('Grep: counts', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['per file and in all', {}, '.hidden/d.txt:1\ndocs/c.md:1\nsrc/a.ts:2\n\nFound 4 total occurrences across 3 files.'],
    ['one', { pattern: 'other' }, 'src/a.ts:1\n\nFound 1 total occurrence across 1 file.'],
    [
      'all of them, whatever is shown',
      { head_limit: 1 },
      '.hidden/d.txt:1\n\nFound 4 total occurrences across 3 files. with pagination = limit: 1',
    ],
    ['a single file', { path: 'src/a.ts' }, 'src/a.ts:2\n\nFound 2 total occurrences across 1 file.'],
    ['none', { pattern: 'nowhere' }, 'No matches found\n\nFound 0 total occurrences across 0 files.'],
  ])('%s', async (_name, input, text) => {
    expect(await grep({ output_mode: 'count', ...input })).toMatchObject({ text, isError: false });
  });
});

describe('Grep: hostile and invalid input', () => {
  it.each([
    [{ pattern: '(' }, /regex parse error/],
    [{ path: 'nowhere' }, /^Path does not exist: nowhere\. Note: your current working directory is .*project\.$/],
    [{ type: 'nonsense' }, /There is no file type "nonsense"/],
    [{ glob: '[' }, /glob/],
  ])('%j fails with a reason', async (input, message) => {
    const result = await grep(input);
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(message);
  });

  it.each(['--pre=touch marker', '-f/etc/passwd', '--hostname-bin=touch', '--files'])(
    'a pattern is never parsed as an option: %s',
    async (pattern) => {
      expect((await grep({ pattern })).text).toBe('No files found');
      expect(existsSync(path.join(session.project, 'marker'))).toBe(false);
    },
  );

  it.each([{ glob: '--pre=touch' }, { type: 'md --files' }, { path: '--files' }])('nor is %j', async (input) => {
    const result = await grep(input);
    expect(result.isError || result.text === 'No files found').toBe(true);
  });

  it('ignores a configuration file set in the environment', async () => {
    const config = session.write('ripgreprc', '--invert-match\n');
    process.env['RIPGREP_CONFIG_PATH'] = config;
    try {
      expect((await grep({ pattern: 'const needle', output_mode: 'content', path: 'src/a.ts' })).text).toBe('1:const needle = 1;');
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH'];
    }
  });

  it('follows no links', async () => {
    session.write(path.join(session.outside, 'o.txt'), 'needle');
    symlinkSync(session.outside, path.join(session.project, 'link'));
    expect((await grep({})).text).not.toContain('link');
  });
});

describe('Grep: searches that could block or read endlessly', () => {
  const pipe = (name: string): void => {
    mkdirSync(path.dirname(path.resolve(session.project, name)), { recursive: true });
    execFileSync('mkfifo', [path.resolve(session.project, name)]);
  };

  it.each(['.ignore', 'src/.gitignore', 'src/deep/.rgignore', '../.ignore', 'src/lib/.git/info/exclude'])(
    'names a pipe called %s and ends the search',
    async (name) => {
      if (name.endsWith('exclude')) session.write('src/lib/.git/HEAD', '');
      pipe(name);
      const result = await grep({});
      expect(result).toMatchObject({ isError: true });
      expect(result.text).toContain(`${path.resolve(session.project, name)} is a pipe`);
    },
  );

  it('a link to a pipe elsewhere', async () => {
    pipe('../outside/pipe');
    symlinkSync(path.join(session.outside, 'pipe'), path.join(session.project, 'src/.ignore'));
    expect((await grep({})).text).toContain('src/.ignore is a pipe');
  });

  it('a worktree whose repository contains a pipe', async () => {
    pipe('../outside/commondir');
    session.write('src/lib/.git', `gitdir: ${session.outside}\n`);
    expect((await grep({})).text).toContain(`${session.outside}/commondir is a pipe`);
  });

  it('a pipe given as the path', async () => {
    pipe('src/pipe');
    symlinkSync('pipe', path.join(session.project, 'src/link'));
    for (const name of ['src/pipe', 'src/link', '/dev/zero']) {
      expect(await grep({ path: name })).toMatchObject({ isError: true, text: expect.stringContaining('not a regular file') });
    }
  });

  it('skips other pipes', async () => {
    pipe('src/pipe');
    expect((await grep({})).text).toContain('src/a.ts');
  });

  it('Glob reads no ignore files', async () => {
    pipe('src/.gitignore');
    expect((await session.call('Glob', { pattern: 'src/*.ts' })).text).toBe('src/a.ts');
  });
});

describe('Grep: rules and aborts', () => {
  it.each(['files_with_matches', 'content', 'count'])('omits denied files from %s', async (output_mode) => {
    session.denied.add(path.join(session.project, 'docs/c.md'));
    const { text } = await grep({ output_mode, '-C': 1 });
    expect(text).not.toContain('c.md');
    expect(text).not.toContain('before');
    expect(text).toContain('src/a.ts');
    expect(text).not.toMatch(/--\n--/);
  });

  it('shows nothing of a denied file given as the path', async () => {
    session.denied.add(path.join(session.project, 'docs/c.md'));
    expect((await grep({ output_mode: 'content', path: 'docs/c.md' })).text).toBe('No matches found');
  });

  it('searches what git ignores if the settings say so', async () => {
    session.write('.git/HEAD', '');
    session.write('.gitignore', 'made');
    session.write('made/a.txt', 'only here');
    expect((await grep({ pattern: 'only here' })).text).toBe('No files found');
    session.respectsGitignore = false;
    expect((await grep({ pattern: 'only here' })).text).toBe('Found 1 file\nmade/a.txt');
  });

  it('searches no folder other than the one that was decided about', async () => {
    session.context = { ...session.context, decidedPaths: [session.outside] };
    expect((await grep({ path: 'src' })).text).toContain('leads somewhere else than when this call was allowed');
  });

  it('an interrupt ends the search', async () => {
    session.context.abortController.abort(new Error('stopped by you'));
    expect(await grep({})).toMatchObject({ isError: true, text: 'stopped by you' });
  });

  it('shows observers the search folder', () => {
    const tool = session.tool('Grep');
    expect(tool.backfillObservableInput({ pattern: 'x' }, session.context)).toEqual({ pattern: 'x', path: session.project });
  });
});

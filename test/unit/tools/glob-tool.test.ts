import { symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitGlob } from '#main/tools/glob/glob-tool.ts';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
  const names = [
    'src/a.ts',
    'src/deep/b.ts',
    'c.txt',
    '.hidden/d.txt',
    '.git/e.txt',
    'ignored/f.txt',
    '.gitignore',
    'with space.txt',
    '!bang.txt',
  ];
  for (const [index, name] of names.entries()) {
    const file = session.write(name, name === '.gitignore' ? 'ignored' : 'x');
    utimesSync(file, new Date(1_700_000_000_000 + index * 1000), new Date(1_700_000_000_000 + index * 1000));
  }
  session.write(path.join(session.outside, 'o.ts'), 'x');
});
afterEach(() => session.dispose());

const glob = (pattern: string, folder?: string): ReturnType<SessionFixture['call']> =>
  session.call('Glob', { pattern, ...(folder === undefined ? {} : { path: folder }) });

describe('Glob', () => {
  it.each([
    ['**/*.ts', 'src/a.ts\nsrc/deep/b.ts'],
    ['*.txt', 'c.txt\n.hidden/d.txt\n.git/e.txt\nignored/f.txt\nwith space.txt\n!bang.txt'],
    ['src/*.ts', 'src/a.ts'],
    ['src/**', 'src/a.ts\nsrc/deep/b.ts'],
    ['{src,.hidden}/*', 'src/a.ts\n.hidden/d.txt'],
    ['[ac].t?*', 'src/a.ts\nc.txt'],
    ['!bang.txt', '!bang.txt'],
    ['with space.txt', 'with space.txt'],
    ['src', 'No files found'],
    ['nothing*', 'No files found'],
    ['--help', 'No files found'],
    ['src/deep/../a.ts', 'src/a.ts'],
  ])('%s', async (pattern, text) => {
    expect(await glob(pattern)).toMatchObject({ text, isError: false });
  });

  describe.each([
    ['false', 'git ignores are not', false],
    ['true', 'git ignores are found too', true],
  ])('with CLAUDE_CODE_GLOB_NO_IGNORE=%s what %s', (value, told, findsAll) => {
    let fixture: SessionFixture;
    beforeEach(() => {
      fixture = new SessionFixture({}, { CLAUDE_CODE_GLOB_NO_IGNORE: value });
      fixture.write('.gitignore', 'ignored\n*.log\nsecret.txt\n');
      for (const name of ['.git/HEAD', 'a.txt', '.hidden/b.txt', 'ignored/c.txt', 'd.log', 'src/secret.txt']) fixture.write(name, 'x');
    });
    afterEach(() => fixture.dispose());

    it.each([
      ['*.txt', ['.hidden/b.txt', 'a.txt'], ['ignored/c.txt', 'src/secret.txt']],
      ['*.log', [], ['d.log']],
      ['src/secret.txt', [], ['src/secret.txt']],
      ['**/*', ['.gitignore', '.hidden/b.txt', 'a.txt'], ['.git/HEAD', 'd.log', 'ignored/c.txt', 'src/secret.txt']],
    ])('%s', async (pattern, always, ignored) => {
      const { text } = await fixture.call('Glob', { pattern });
      const expected = [...always, ...(findsAll ? ignored : [])].toSorted();
      expect(text === 'No files found' ? [] : text.split('\n').toSorted()).toEqual(expected);
    });

    it('finds all if the settings say so', async () => {
      fixture.respectsGitignore = false;
      expect((await fixture.call('Glob', { pattern: '*.log' })).text).toBe('d.log');
    });

    it('is described to the model', () => {
      expect(fixture.tool('Glob').prompt()).toContain(told);
    });
  });

  it('searches a folder, with paths relative to the working directory', async () => {
    expect((await glob('*.ts', 'src/deep')).text).toBe('src/deep/b.ts');
    expect((await glob(`${session.project}/src/*.ts`)).text).toBe('src/a.ts');
    expect((await glob('*.ts', session.outside)).text).toBe(path.join(session.outside, 'o.ts'));
  });

  it('shows a hundred files and the total', async () => {
    for (let index = 0; index < 151; index += 1) session.write(`many/${String(index)}.log`, '');
    const { text } = await glob('*.log');
    expect(text.split('\n')).toHaveLength(101);
    expect(text).toMatch(/\n\(Showing 100 of 151 matching files; 51 more are not listed\. /);
  });

  it('omits denied files and follows no links', async () => {
    session.denied.add(path.join(session.project, 'src/a.ts'));
    symlinkSync(session.outside, path.join(session.project, 'link'));
    expect((await glob('**/*.ts')).text).toBe('src/deep/b.ts');
  });

  it.each([
    ['nowhere', /^Path does not exist: nowhere\./],
    ['c.txt', /is a file, not a folder/],
  ])('fails in %s', async (folder, message) => {
    const result = await glob('*', folder);
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(message);
  });
});

it('lists no folder other than the one that was decided about', async () => {
  session.context = { ...session.context, decidedPaths: [session.outside] };
  expect((await glob('*')).text).toContain('leads somewhere else than when this call was allowed');
});

describe('the search folder of a pattern', () => {
  it.each([
    ['*.ts', undefined, '/w', '*.ts'],
    ['src/*.ts', 'sub', '/w/sub', 'src/*.ts'],
    ['/etc/*.conf', undefined, '/etc', '*.conf'],
    ['/*', undefined, '/', '*'],
    ['/etc/passwd', 'sub', '/etc', 'passwd'],
    ['../x/**', undefined, '/x', '**'],
    ['../../*', undefined, '/', '*'],
    ['a/../b/*', undefined, '/w/b', '*'],
    ['*/../../x', undefined, '/w', '*/../../x'],
    ['/a/{b,c}/../d', undefined, '/a', '{b,c}/../d'],
  ])('%s in %s', (pattern, folder, root, rest) => {
    expect(splitGlob(pattern, folder, '/w')).toMatchObject({ root, pattern: rest });
  });

  it('is shown to observers', () => {
    expect(session.tool('Glob').backfillObservableInput({ pattern: '/etc/*' }, session.context)).toEqual({ pattern: '*', path: '/etc' });
  });
});

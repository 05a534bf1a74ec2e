import { describe, expect, it } from 'vitest';
import { findGitBash } from '#main/terminal/git-bash.ts';

const find = (env: Record<string, string>, ...files: string[]) => {
  const there = new Set(files.map((file) => file.toLowerCase()));
  return findGitBash({ env, isFile: (file) => there.has(file.toLowerCase()) });
};

const USUAL = 'C:\\Program Files\\Git\\bin\\bash.exe';

describe('Git Bash on Windows', () => {
  it('is the configured program before any other', () => {
    const env = { CLAUDE_CODE_GIT_BASH_PATH: 'D:\\tools\\bash.exe', ProgramFiles: 'C:\\Program Files' };
    expect(find(env, USUAL, 'D:\\tools\\bash.exe')).toEqual({ found: 'D:\\tools\\bash.exe' });
  });

  it.each(['D:\\missing\\bash.exe', 'bash.exe', '..\\bash.exe'])('is reported missing where it is configured as %s', (configured) => {
    const env = { CLAUDE_CODE_GIT_BASH_PATH: configured, ProgramFiles: 'C:\\Program Files' };
    expect(find(env, USUAL, 'bash.exe', '..\\bash.exe')).toMatchObject({ missing: expect.stringContaining(`names ${configured}`) });
  });

  it.each([
    ['for all users', { PROGRAMFILES: 'C:\\Program Files' }, USUAL],
    ['32 bits', { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }, 'C:\\Program Files (x86)\\Git\\bin\\bash.exe'],
    ['for one user', { LocalAppData: 'C:\\Users\\a\\AppData\\Local' }, 'C:\\Users\\a\\AppData\\Local\\Programs\\Git\\bin\\bash.exe'],
    ['with scoop', { USERPROFILE: 'C:\\Users\\a' }, 'C:\\Users\\a\\scoop\\apps\\git\\current\\usr\\bin\\bash.exe'],
  ])('is found where Git is installed: %s', (_, env, file) => expect(find(env, file)).toEqual({ found: file }));

  it.each([
    ['E:\\Git\\cmd', 'E:\\Git\\cmd\\git.exe'],
    ['E:\\Git\\mingw64\\bin\\', 'E:\\Git\\mingw64\\bin\\git.exe'],
    ['"E:\\Git\\bin"', 'E:\\Git\\bin\\git.exe'],
  ])('is found beside git on the PATH: %s', (folder, git) => {
    expect(find({ Path: `C:\\Windows\\System32;${folder}` }, git, 'E:\\Git\\bin\\bash.exe')).toEqual({ found: 'E:\\Git\\bin\\bash.exe' });
  });

  it('is bash on the PATH otherwise, but never the one that starts Linux or one in a relative folder', () => {
    const linux = ['C:\\Windows\\System32\\bash.exe', 'C:\\Users\\a\\AppData\\Local\\Microsoft\\WindowsApps\\bash.exe'];
    const Path =
      'C:\\Windows\\System32;.;node_modules\\.bin;\\\\server\\share;C:\\Users\\a\\AppData\\Local\\Microsoft\\WindowsApps;D:\\msys64\\usr\\bin';
    const others = ['.\\bash.exe', 'node_modules\\.bin\\bash.exe', '\\\\server\\share\\bash.exe'];
    expect(find({ Path }, ...linux, ...others, 'D:\\msys64\\usr\\bin\\bash.exe')).toEqual({ found: 'D:\\msys64\\usr\\bin\\bash.exe' });
    expect(find({ Path }, ...linux, ...others)).toMatchObject({ missing: expect.stringContaining('Install Git for Windows') });
  });

  it('is missing in an empty environment', () => expect(find({})).toHaveProperty('missing'));
});

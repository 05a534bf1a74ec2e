import { describe, expect, it } from 'vitest';
import { FILE_COMMANDS } from '#main/permission/shell/commands/file-commands.ts';
import { READ_ONLY_COMMANDS } from '#main/permission/shell/commands/read-only.ts';
import { GlobSight } from '#main/permission/shell/glob-sight.ts';
import { readUse } from '#main/permission/shell/platform-reading.ts';
import { literalWord } from '#main/permission/shell/parse/word.ts';

/** The paths of a command, or undefined when it isn't known to do only what its row says. */
function pathsOf(command: readonly string[], platform: NodeJS.Platform): readonly (string | null)[] | undefined {
  const [program = '', ...words] = command;
  const spec = (words.includes('-i') && program === 'sed' ? FILE_COMMANDS : READ_ONLY_COMMANDS).get(program);
  if (spec === undefined) throw new Error(`no row for ${program}`);
  return readUse(words.map(literalWord), spec, new GlobSight('/nowhere'), platform)?.paths.map(({ value }) => value);
}

describe('on macOS and BSD, whose tools parse options differently', () => {
  it.each([[['sed', '-l', 'w out', 'p', 'a.txt']], [['ps', '-C', 'eww']], [['uniq', 'a.txt', '-c']]])(
    '%j is not known to be safe',
    (command) => {
      expect(pathsOf(command, 'linux')).toBeDefined();
      expect(pathsOf(command, 'darwin')).toBeUndefined();
    },
  );

  it.each([
    [['fmt', '-p', '/etc/passwd', 'a.txt'], '/etc/passwd'],
    [['ls', '-T', '/root'], '/root'],
    [['ls', '-I', '/root', '.'], '/root'],
    [['head', 'a.txt', '-n', '/etc/passwd'], '/etc/passwd'],
    [['grep', '-C', '5', '/etc/passwd', 'a.txt'], '/etc/passwd'],
    [['base64', '-i', 'a.txt'], 'a.txt'],
  ])('%j may read %s', (command, file) => {
    expect(pathsOf(command, 'darwin')).toContain(file);
  });

  it.each([[['ls', 'src', '-la']], [['head', 'a.txt', '-n', '5']], [['sed', '-n', '1,5p', 'a.txt']], [['grep', '-rn', 'x', 'src']]])(
    '%j is analysed as elsewhere',
    (command) => expect(pathsOf(command, 'darwin')).toBeDefined(),
  );

  it('sed -i takes the backup suffix as a separate argument', () => {
    expect(pathsOf(['sed', '-i', 's/a/b/', 'a.txt'], 'linux')).toBeDefined();
    expect(pathsOf(['sed', '-i', 's/a/b/', 'a.txt'], 'darwin')).toBeUndefined();
    expect(pathsOf(['sed', '-i', 'p', 'w out', 'a.txt'], 'darwin')).toBeUndefined();
    expect(pathsOf(['sed', '-i', '', 's/a/b/', 'a.txt'], 'darwin')).toContain('a.txt');
  });
});

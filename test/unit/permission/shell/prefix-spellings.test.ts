import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

const OUTSIDE = ['../outside/o.txt', '/etc/passwd', '~/notes.txt', 'src/../../outside/o.txt', 'link-out/o.txt', 'link-file'];

/** Options with a file as value: long name, and letter if any. */
const FILE_OPTIONS: readonly (readonly [program: string, long: string, letter: string | undefined, rest: string])[] = [
  ['sort', '--output', '-o', 'a.txt'],
  ['sort', '--files0-from', undefined, ''],
  ['sort', '--temporary-directory', '-T', 'a.txt'],
  ['sort', '--compress-program', undefined, 'a.txt'],
  ['grep', '--file', '-f', 'a.txt'],
  ['grep', '--exclude-from', undefined, 'x a.txt'],
  ['sed', '--file', '-f', 'a.txt'],
  ['awk', '--file', '-f', 'a.txt'],
  ['awk', '--exec', '-E', 'a.txt'],
  ['awk', '--include', '-i', "'{print}' a.txt"],
  ['awk', '--load', '-l', "'{print}' a.txt"],
  ['awk', '--pretty-print', '-o', "'{print}' a.txt"],
  ['jq', '--from-file', '-f', 'a.txt'],
  ['jq', '--library-path', '-L', '. a.txt'],
  ['date', '--file', '-f', ''],
  ['date', '--reference', '-r', ''],
  ['diff', '--from-file', undefined, 'a.txt'],
  ['diff', '--exclude-from', '-X', 'a.txt b.txt'],
  ['wc', '--files0-from', undefined, ''],
  ['du', '--files0-from', undefined, ''],
  ['tree', '--output', '-o', 'src'],
  ['iconv', '--output', '-o', 'a.txt'],
  ['touch', '--reference', '-r', 'a.txt'],
  ['cp', '--target-directory', '-t', 'a.txt'],
  ['mv', '--target-directory', '-t', 'a.txt'],
  ['ln', '--target-directory', '-t', 'a.txt'],
  ['install', '--target-directory', '-t', 'a.txt'],
  ['truncate', '--reference', '-r', 'a.txt'],
  ['tar', '--file', '-f', '-c a.txt'],
  ['tar', '--directory', '-C', '-xf a.tar'],
  ['tar', '--files-from', '-T', '-cf a.tar'],
  ['tar', '--use-compress-program', '-I', '-cf a.tar a.txt'],
  ['tar', '--to-command', undefined, '-xf a.tar'],
  ['tar', '--info-script', '-F', '-xf a.tar'],
  ['rsync', '--rsh', '-e', 'a.txt b:c'],
  ['rsync', '--log-file', undefined, 'a.txt c'],
  ['rsync', '--backup-dir', undefined, 'a.txt c'],
  ['rsync', '--temp-dir', '-T', 'a.txt c'],
  ['curl', '--output', '-o', 'http://localhost/x'],
  ['curl', '--config', '-K', 'http://localhost/x'],
  ['curl', '--upload-file', '-T', 'http://localhost/x'],
  ['curl', '--cookie-jar', '-c', 'http://localhost/x'],
  ['curl', '--cookie', '-b', 'http://localhost/x'],
  ['curl', '--proxy', '-x', 'http://localhost/x'],
  ['curl', '--dump-header', '-D', 'http://localhost/x'],
  ['wget', '--output-document', '-O', 'http://localhost/x'],
  ['wget', '--input-file', '-i', ''],
  ['wget', '--directory-prefix', '-P', 'http://localhost/x'],
  ['split', '--filter', undefined, 'a.txt'],
  ['patch', '--directory', '-d', '-i a.txt'],
  ['patch', '--output', '-o', 'a.txt'],
  ['rg', '--pre', undefined, 'x src'],
  ['rg', '--file', '-f', 'src'],
  ['rg', '--ignore-file', undefined, 'x src'],
  ['file', '--files-from', '-f', ''],
  ['file', '--magic-file', '-m', 'a.txt'],
  ['foo', '--input', '-i', ''],
];

/** Programs that print the contents of their operands. */
const READERS =
  'cat tac head tail wc nl rev fold fmt paste cut od hexdump xxd strings base64 md5sum cmp diff uniq sort ls stat file du realpath'.split(
    ' ',
  );

function* spellings(long: string, letter: string | undefined, value: string): Generator<string> {
  for (let length = 4; length <= long.length; length++) {
    yield `${long.slice(0, length)}=${value}`;
    yield `${long.slice(0, length)} ${value}`;
  }
  if (letter === undefined) return;
  yield `${letter} ${value}`;
  yield `${letter}${value}`;
}

/** A prefix rule covers no file outside, however an option is spelled. The lines are decided, never run. */
describe('spellings of one option under a prefix rule', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const covered = (line: string, program: string): boolean =>
    engine.bash(line, engine.context({ allow: [`Bash(${program}:*)`] })).behavior === 'allow';

  it.each(FILE_OPTIONS)('%s %s', (program, long, letter, rest) => {
    const lines = OUTSIDE.slice(0, 3).flatMap((value) =>
      [...spellings(long, letter, value)].flatMap((option) => [`${program} ${option} ${rest}`.trim(), `${program} ${rest} ${option}`]),
    );
    // With `--exclude` it is a pattern.
    expect(lines.filter((line) => covered(line, program) && !/--exclude[ =]/u.test(line))).toEqual([]);
  });

  it.each(READERS)('%s reads nothing outside, with any option', (program) => {
    const options = ['', '-z ', '--zz ', '-- ', '-z -- ', '--zero-terminated ', '--he ', '-A ', '--zz=1 '];
    const lines = OUTSIDE.flatMap((file) => options.map((option) => `${program} ${option}${file}`));
    // These print the name of a link, and `-A` of od takes a value.
    const harmless = /^(?:ls|stat|file|realpath) .*link-file|^od -A /u;
    expect(lines.filter((line) => covered(line, program) && !harmless.test(line))).toEqual([]);
  });
});

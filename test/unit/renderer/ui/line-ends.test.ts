import { expect, it } from 'vitest';
import { lineEnds } from '../../../../renderer/ui/display/line-ends.ts';

const LONG = 'node scripts/convert.mjs --from old/format --to new/format';

it.each([
  ['a short line as a whole', 'npm test', 'npm test', ''],
  ['the last words of a long one', `${LONG} --quiet all`, `${LONG} --quiet`.slice(0, -8), ' --quiet all'],
  ['the last characters where there is no blank', 'x'.repeat(60), 'x'.repeat(44), 'x'.repeat(16)],
  ['no half of a character', `${'x'.repeat(43)}😀${'y'.repeat(15)}`, 'x'.repeat(43), `😀${'y'.repeat(15)}`],
  ['a file that is written, also of a short line', 'cat a.txt > ~/.bashrc', 'cat a.txt', ' > ~/.bashrc'],
  ['without blanks', 'cat a.txt>b', 'cat a.txt', '>b'],
  ['appending, and errors', `${LONG} 2>> log.txt`, LONG, ' 2>> log.txt'],
  ['both streams', `${LONG} &> log.txt`, LONG, ' &> log.txt'],
  ['in spite of noclobber', `${LONG} >| log.txt`, LONG, ' >| log.txt'],
  ['the file, not where the errors go', `${LONG} > ~/.profile 2>&1`, LONG, ' > ~/.profile 2>&1'],
  ['a file with a long path', `${LONG} > /srv/${'deep/'.repeat(12)}x 2>&1`, LONG, ` > /srv/${'deep/'.repeat(12)}x 2>&1`],
  ['the first of two files', `${LONG} > a.txt && echo x > b.txt`, LONG, ' > a.txt && echo x > b.txt'],
])('shows %s', (_what, line, start, end) => expect(lineEnds(line)).toEqual([start, end]));

it.each(['npm test > /dev/null', 'npm test 2>&1', "node -e 'a => b'", 'x -> y', 'test 1 >= 0'])(
  'takes no other sign for writing: %s',
  (line) => expect(lineEnds(line)).toEqual([line, '']),
);

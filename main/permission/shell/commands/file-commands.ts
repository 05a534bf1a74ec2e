import type { OptionSpec } from '../option-spec.ts';
import { isQuietSed } from './languages/script-languages.ts';

/**
 * The file commands that `acceptEdits` runs inside the working directories, in forms that do nothing else (GNU coreutils 9 manual; the set
 * is Claude Code's documented one). Commands with globs need a person.
 */
export const FILE_COMMANDS: ReadonlyMap<string, OptionSpec> = new Map<string, OptionSpec>([
  [
    'touch',
    {
      options: '-a -c -m -d: -t: -h -r:read --no-create --date= --no-dereference --reference=read --time=',
      operands: 'write',
      minOperands: 1,
    },
  ],
  ['mkdir', { options: '-p -v -m: --parents --verbose --mode=', operands: 'write', minOperands: 1 }],
  [
    'cp',
    {
      options:
        '-a -d -f -i -n -p -P -r -R -u -v --archive --force --interactive --no-clobber --preserve[=] --recursive --update[=] --verbose',
      operands: 'copy',
    },
  ],
  ['mv', { options: '-f -i -n -T -u -v --force --interactive --no-clobber --no-target-directory --update[=] --verbose', operands: 'move' }],
  [
    'rm',
    {
      options: '-f -i -I -r -R -d -v --force --interactive[=] --recursive --dir --verbose --one-file-system',
      operands: 'delete',
      minOperands: 1,
      recursiveOptions: ['-r', '-R', '--recursive'],
    },
  ],
  ['rmdir', { options: '-p -v --parents --verbose --ignore-fail-on-non-empty', operands: 'delete', minOperands: 1 }],
  [
    'sed',
    {
      options: '-i -n -E -r -s -e: --in-place --quiet --silent --regexp-extended --separate --expression=',
      operands: 'pattern',
      patternOptions: ['-e', '--expression'],
      check: isQuietSed,
      unclustered: ['-i'],
      bsd: '-i:',
    },
  ],
]);

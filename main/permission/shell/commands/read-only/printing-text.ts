import { text, type ReadOnlyCommand } from './spec-words.ts';

/** Print their arguments, or do nothing. */
export const PRINTING_TEXT: readonly ReadOnlyCommand[] = [
  ['echo', { options: '', operands: 'none' }],
  // The values of a loop, which are looked up like those of an `echo`.
  ['for', { options: '', operands: 'none' }],
  ['printf', { options: '', operands: 'none' }],
  ['seq', text('-f: -s: -w --format= --separator= --equal-width --help --version')],
  ['expr', text('--help --version')],
  ['true', text('')],
  ['false', text('')],
  [':', text('')],
  ['sleep', text('--help --version')],
  [
    'numfmt',
    text('-d: -z --from= --to= --suffix= --padding= --round= --grouping --format= --field= --header[=] --invalid= --help --version'),
  ],
  ['factor', text('--help --version')],
  ['tput', text('-T:', { check: (use) => ['cols', 'lines', 'colors', 'longname'].includes(use.operands[0]?.value ?? '') })],
];

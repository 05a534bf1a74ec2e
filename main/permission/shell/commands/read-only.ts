import type { OptionSpec } from '../option-spec.ts';
import { ARCHIVES } from './read-only/archives.ts';
import { READING_FORMS } from './read-only/reading-forms.ts';
import { LOOKING_AT_THE_MACHINE } from './read-only/looking-at-the-machine.ts';
import { NAMES_AND_ATTRIBUTES } from './read-only/names-and-attributes.ts';
import { SEARCHING } from './read-only/searching.ts';
import { SHOWING_FILES } from './read-only/showing-files.ts';
import { type ReadOnlyCommand, text } from './read-only/spec-words.ts';

/** Print their arguments, or do nothing. */
const PRINTING_TEXT: readonly ReadOnlyCommand[] = [
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

/**
 * Commands that only read, with the options under which that is so. Anything not listed asks. Sources: the command
 * and option behaviour of GNU coreutils 9, findutils 4, grep 3, ripgrep 14, sed 4, jq 1.7 and procps manuals; which
 * commands belong here follows Claude Code's documented and measured set. Left out on purpose: options that write
 * (`sort -o`), run programs (`rg --pre`), follow links (`grep -R`), or read lists of file names (`wc --files0-from`).
 */
export const READ_ONLY_COMMANDS: ReadonlyMap<string, OptionSpec> = new Map([
  ...SHOWING_FILES,
  ...SEARCHING,
  ...NAMES_AND_ATTRIBUTES,
  ...PRINTING_TEXT,
  ...LOOKING_AT_THE_MACHINE,
]);

/** Commands that only read in the forms listed here, but not in others. */
export const COMMANDS_READING_AT_TIMES: ReadonlyMap<string, OptionSpec> = new Map([...ARCHIVES, ...READING_FORMS]);

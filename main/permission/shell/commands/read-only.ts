import type { OptionSpec } from '../option-spec.ts';
import { LOOKING_AT_THE_MACHINE } from './read-only/looking-at-the-machine.ts';
import { NAMES_AND_ATTRIBUTES } from './read-only/names-and-attributes.ts';
import { PRINTING_TEXT } from './read-only/printing-text.ts';
import { SEARCHING } from './read-only/searching.ts';
import { SHOWING_FILES } from './read-only/showing-files.ts';

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

/**
 * Programs that may be asked for their version, and nothing else. Left out are those that a project tells which program to run in their
 * place: yarn (`yarnPath`), pnpm (`packageManager`), cargo and rustc (`rust-toolchain.toml`).
 */
export const VERSION_ONLY: ReadonlySet<string> = new Set([
  'node',
  'python',
  'python3',
  'npm',
  'pip',
  'pip3',
  'go',
  'ruby',
  'tsc',
  'deno',
  'bun',
  'git',
  'java',
  'make',
  'cmake',
  'gcc',
  'clang',
]);

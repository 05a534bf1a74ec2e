import { programWords, splitCommandLine } from './split-command-line.ts';

const QUIET = new Set('cd chgrp chmod chown cp export ln mkdir mv popd pushd rm rmdir set touch true unset :'.split(' '));

/** Whether a command that succeeds is expected to print nothing. Only a label: it decides nothing. */
export function printsNothing(command: string): boolean {
  const parts = splitCommandLine(command);
  return parts.length > 0 && parts.every(({ words }) => isQuiet(programWords(words)));
}

function isQuiet([program = '', ...words]: readonly string[]): boolean {
  if (program === 'git') return words[0] === 'add';
  return QUIET.has(program) && !words.some((word) => /^-[a-zA-Z]*v|^--(?:verbose|help|version|changes)/u.test(word));
}

/** Whether a command changes its own working directory. */
export function changesFolder(command: string): boolean {
  return /(?:^|[^\w-])(?:cd|pushd|popd|chdir)(?![\w-])/u.test(command);
}

import type { CommandFact } from '#shared/permission/facts.ts';
import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const COPY =
  '-a -b -d -f -i -H -L -n -p -P -r -R -T -u -v -x -t: --archive --backup[=] --dereference --force --interactive --no-clobber --no-dereference --no-target-directory --one-file-system --parents --preserve[=] --no-preserve= --recursive --reflink[=] --sparse= --target-directory= --update[=] --verbose';
const MOVE =
  '-b -f -i -n -T -u -v -t: --backup[=] --force --interactive --no-clobber --no-target-directory --target-directory= --update[=] --verbose';
const ATTRIBUTES =
  '-c -f -h -H -L -P -R -v --changes --silent --quiet --verbose --dereference --no-dereference --preserve-root --no-preserve-root --recursive --from=';

/** `a, b and c to d`, if that is what its operands are. */
function fromTo({ names, value }: NamedWords): string | undefined {
  const folder = value('-t', '--target-directory');
  const sources = folder === undefined ? names.slice(0, -1) : names;
  const target = folder ?? names.at(-1);
  return sources.length === 0 || target === undefined ? undefined : `${joined(sources)} to ${target}`;
}

function transfer(command: string, verb: string, options: string): StatedEffect {
  const says = (words: NamedWords): string | undefined => {
    const what = fromTo(words);
    return what === undefined ? undefined : `${verb} ${what}`;
  };
  return { command, options, says, ofPaths: true };
}

/** Of `chmod`, a mode may begin with a dash: `-x`. */
const TAKEN = '-r -w -x -X -s -t';

function attribute(program: string, what: string): StatedEffect {
  return {
    command: program,
    options: program === 'chmod' ? `${ATTRIBUTES} ${TAKEN}` : ATTRIBUTES,
    says: ({ names, has }) => {
      const files = has(...TAKEN.split(' ')) ? names : names.slice(1);
      if (files.length === 0) return undefined;
      const content = has('-R', '--recursive') ? [`everything in ${files.length > 1 ? 'them' : 'it'}`] : [];
      return `changes the ${what} of ${joined([...files, ...content])}`;
    },
    ofPaths: true,
  };
}

/** Nothing is at any of these places yet. */
function areNew(names: readonly string[], { paths }: CommandFact): boolean {
  const written = paths.filter(({ access }) => access === 'write');
  return written.length > 0 && names.every((name) => written.some(({ spelled, missing }) => spelled === name && missing === true));
}

const theirContent = (names: readonly string[]): string => (names.length > 1 ? 'their content' : 'its content');

/** What file commands do to the files that they name: said once, instead of for each file. */
export const FILE_EFFECTS: readonly StatedEffect[] = [
  transfer('mv', 'moves', MOVE),
  transfer('cp', 'copies', COPY),
  transfer('git mv', 'moves', '-f -k -v --force --verbose'),
  attribute('chmod', 'permissions'),
  attribute('chown', 'owner'),
  attribute('chgrp', 'group'),
  {
    command: 'tee',
    options: '-a -i -p --append --ignore-interrupts --output-error[=]',
    says: ({ names, has }, command) => {
      if (names.length === 0) return undefined;
      if (areNew(names, command)) return `creates ${joined(names)}`;
      return has('-a', '--append') ? `adds to ${joined(names)}` : `writes ${joined(names)}, replacing ${theirContent(names)}`;
    },
    ofPaths: true,
  },
  {
    command: 'mkdir',
    options: '-p -v -m: --parents --verbose --mode=',
    says: ({ names }) => (names.length === 0 ? undefined : `creates the ${names.length === 1 ? 'folder' : 'folders'} ${joined(names)}`),
    ofPaths: true,
  },
  {
    command: 'rmdir',
    options: '-p -v --parents --verbose --ignore-fail-on-non-empty',
    says: ({ names }) => {
      if (names.length === 0) return undefined;
      return names.length === 1
        ? `removes the folder ${joined(names)} if it is empty`
        : `removes the folders ${joined(names)} if they are empty`;
    },
    ofPaths: true,
  },
  {
    command: 'touch',
    options: '-a -c -m -h -d: -r: -t: --no-create --date= --reference= --time=',
    says: ({ names, has }, command) => {
      if (names.length === 0 || has('-r', '--reference')) return undefined;
      return areNew(names, command) && !has('-c', '--no-create') ? `creates ${joined(names)}` : `changes the time of ${joined(names)}`;
    },
    ofPaths: true,
  },
  {
    command: 'truncate',
    options: '-c -o -s: --no-create --io-blocks --size=',
    says: ({ names, value }) => {
      const size = value('-s', '--size');
      if (names.length === 0 || size === undefined) return undefined;
      return /^0+$/u.test(size) ? `leaves ${joined(names)} empty` : `changes the size of ${joined(names)}`;
    },
    ofPaths: true,
  },
];

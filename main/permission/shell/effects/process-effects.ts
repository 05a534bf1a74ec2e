import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const BY_NAME =
  '-f -x -n -o -v -i -e -q -u: -U: -g: -G: -P: -s: -t: --signal= --full --exact --newest --oldest --echo --ignore-case --euid= --uid= --group= --parent= --session= --terminal= --user= --wait -w -r --regexp -I -1 -2 -3 -6 -9 -15';
const SIGNALS = '-s: --signal= -1 -2 -3 -6 -9 -15';

/** `-9`, `-KILL`, `-s KILL`: a program can’t do anything against it. */
function isAtOnce({ has, value }: NamedWords): boolean {
  return has('-9') || /^(?:SIG)?KILL$|^9$/u.test(value('-s', '--signal') ?? '');
}

const SIGNAL = /^-(?:SIG)?[A-Z][A-Z0-9]+$/u;

/** Ends processes. A signal by its name is no option of the table: then the words aren’t understood. */
function ends(
  words: NamedWords,
  argv: readonly (string | null)[],
  what: (names: readonly string[]) => string,
  isGiven = false,
): string | undefined {
  const [given] = argv.flatMap((word) => (word !== null && SIGNAL.test(word) ? [word.replace(/^-(?:SIG)?/u, '')] : []));
  const names = given === undefined ? words.names : argv.slice(1).flatMap((word) => (word === null || word.startsWith('-') ? [] : [word]));
  // `kill $(lsof -ti:3000)`, and behind xargs: the words are only known when it runs.
  if (names.length === 0)
    return isGiven ? `ends the processes it is given${given === 'KILL' || argv.includes('-9') ? ' at once' : ''}` : undefined;
  if (given !== undefined && !/^(?:KILL|TERM|INT|QUIT|HUP|ABRT)$/u.test(given)) return `sends the signal ${given} to ${what(names)}`;
  return `ends ${what(names)}${given === 'KILL' || (given === undefined && isAtOnce(words)) ? ' at once' : ''}`;
}

const processes = (names: readonly string[]): string => `${names.length === 1 ? 'the process' : 'the processes'} ${joined(names)}`;

/** Processes, and commands that run at set times. */
export const PROCESS_EFFECTS: readonly StatedEffect[] = [
  ...['make', 'gmake'].map((command): StatedEffect => ({
    command,
    options: '-j[=] -k -s -n -B -i -w --jobs[=] --keep-going --silent --quiet --always-make --no-print-directory',
    says: ({ names, has, understood }) => {
      if (!understood || has('-n')) return undefined;
      const targets = names.filter((name) => !name.includes('='));
      if (targets.length === 0) return 'runs the first target of the Makefile';
      return `runs the ${targets.length === 1 ? 'target' : 'targets'} ${joined(targets)} of the Makefile`;
    },
  })),
  {
    command: 'kill',
    options: `${SIGNALS} -0 -l -L --list --table`,
    says: (words, { argv, runBy }) => {
      if (words.has('-l', '-L', '--list', '--table')) return undefined;
      if (words.has('-0')) return words.names.length === 0 ? undefined : `asks whether ${processes(words.names)} can be reached`;
      return ends(words, argv, processes, runBy !== undefined || argv.includes(null));
    },
  },
  {
    command: 'pkill',
    options: BY_NAME,
    says: (words, { argv }) =>
      ends(words, argv, ([pattern = '']) =>
        argv.some((word) => /^-(?:[a-z]*f|-full)/u.test(word ?? ''))
          ? `all processes with ${pattern} in their command line`
          : `all processes with ${pattern} in their name`,
      ),
  },
  {
    command: 'killall',
    options: BY_NAME,
    says: (words, { argv }) => ends(words, argv, (names) => `all processes named ${joined(names)}`),
  },
  {
    command: 'crontab',
    options: '-u: -l -r -e -i -s -T:',
    says: ({ names: [file], has, value, understood }) => {
      if (!understood) return undefined;
      const user = value('-u');
      const whose = user === undefined ? 'your scheduled commands' : `the scheduled commands of ${user}`;
      if (has('-r')) return `removes all ${whose}`;
      if (has('-l')) return `lists ${whose}`;
      if (has('-e')) return `opens ${whose} in an editor`;
      return `replaces ${whose} with those ${file === undefined || file === '-' ? 'in its input' : `in ${file}`}`;
    },
  },
];

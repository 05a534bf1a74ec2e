import { programName } from './commands/program-name.ts';
import { ENVIRONMENT_RUNNERS } from './commands/program-names.ts';
import { runnerUse } from './commands/runner-forms.ts';
import { type Word, unknownWord } from './parse/word.ts';

/** Programs that run other words of their line as a command, in any way. */
const RUNNERS: ReadonlySet<string> = new Set([
  ...ENVIRONMENT_RUNNERS,
  ...'env sudo doas su runuser pkexec exec watch setsid ionice chrt taskset strace ltrace flock unbuffer script busybox'.split(' '),
  ...'toybox npx bunx pnpx uvx pipx parallel coproc nsenter unshare chroot valgrind gdb rlwrap docker podman kubectl tmux'.split(' '),
  ...'screen entr xargs time timeout nice nohup stdbuf command builtin noglob nocorrect dbus-run-session systemd-run'.split(' '),
  ...'firejail bwrap proot fakeroot caffeinate ssh-agent start-stop-daemon find fd fdfind trap not then do ! vipe chronic'.split(' '),
  ...'ifne hyperfine shx dotenv cross-env nix-shell faketime prlimit cpulimit run-parts setarch'.split(' '),
]);

export function isRunner(program: string): boolean {
  return RUNNERS.has(program);
}

/** Programs that run other commands only after a verb of their own. */
const AFTER_VERB: ReadonlySet<string> = new Set([
  ...ENVIRONMENT_RUNNERS,
  'docker',
  'podman',
  'kubectl',
  'tmux',
  'screen',
  'find',
  'fd',
  'fdfind',
]);
const RUN_VERBS = /^(?:run|exec|x|shell|develop|tool|new|new-session|-x|-X|--exec|--exec-batch|-execdir|-exec|-ok|-okdir|-c)$/u;

/** Whether this call runs another command on the same line. */
export function runsAnother(program: string, rest: readonly (string | null)[]): boolean {
  if (!RUNNERS.has(program) || rest.length === 0) return false;
  return !AFTER_VERB.has(program) || rest.some((word) => word === null || RUN_VERBS.test(word));
}

/** A runner with more words than this is not analysed. */
export const MAX_TAILS = 200;

/** All tails of a runner's words that could be the command it runs. */
export function runnerTails(words: readonly Word[]): (readonly Word[])[] {
  const tails: (readonly Word[])[] = [];
  for (let i = 1; i < words.length && i <= MAX_TAILS; i++) {
    const value = words[i]?.value;
    if (value === null || value === undefined) continue;
    if (value.startsWith('-') || /^[A-Za-z_]\w*=/u.test(value)) continue;
    tails.push(untilEnd(words.slice(i)));
  }
  return tails;
}

/** Cuts off the `;` or `+` that ends `find -exec`. */
function untilEnd(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word) => word.value === ';' || word.value === '+');
  return end < 0 ? words : words.slice(0, end);
}

/** Options of runners that take the next word, so that it isn't mistaken for the command. */
const RUNNER_VALUES: ReadonlyMap<string, string> = new Map([
  ['env', '-u --unset -C --chdir'],
  ['sudo', '-u -g -h -p -C -D -R -T -U -r -t --user --group --chdir --prompt --host'],
  ['doas', '-u -C'],
  ['exec', '-a'],
  ['watch', '-n --interval'],
  ['ionice', '-c -n -p -P -u'],
  ['chrt', '-p'],
  ['strace', '-o -e -p -s -u -E -a -O -S -P -I -X -b'],
  ['ltrace', '-o -e -p -s -u'],
  ['xargs', '-I -i -n -P -s -L -E -d -a --max-args --max-procs --replace --arg-file --delimiter --max-lines --max-chars'],
  ['parallel', '-j --jobs -a -S -N -n -I'],
  ['timeout', '-k -s --kill-after --signal'],
  ['time', '-f -o --format --output'],
  ['nice', '-n --adjustment'],
  ['stdbuf', '-i -o -e'],
  ['chroot', '--userspec --groups'],
  ['unshare', '--root --wd'],
  ['npx', '-p --package -w --workspace'],
]);

const OWN_WORDS: ReadonlyMap<string, number> = new Map([
  ['timeout', 1],
  ['flock', 1],
  ['chroot', 1],
  ['taskset', 1],
  ['chrt', 1],
  ['setarch', 1],
]);

/** The most likely inner command of a runner; undefined when there is none. */
export function runnerCommand(words: readonly Word[]): readonly Word[] | undefined {
  const name = programName(words[0]?.value ?? '');
  if (name === 'find' || name === 'fd' || name === 'fdfind') return findAction(words);
  const use = runnerUse(
    name,
    words.slice(1).map((word) => word.value),
  );
  if (use !== undefined) return use.inner === undefined ? undefined : words.slice(use.inner + 1);
  // The words before the image are its own.
  if ((name === 'docker' || name === 'podman') && words[1]?.value === 'run') return undefined;
  const valued = (RUNNER_VALUES.get(name) ?? '').split(' ');
  let own = OWN_WORDS.get(name) ?? 0;
  for (let i = 1; i < words.length; i++) {
    const value = words[i]?.value;
    if (value === null || value === undefined) return own > 0 ? undefined : words.slice(i);
    if (value === '--') continue;
    if (value.startsWith('-')) {
      if (valued.includes(value)) i++;
      continue;
    }
    if ((name === 'env' || name === 'cross-env') && /^[A-Za-z_]\w*=/u.test(value)) continue;
    if (own-- > 0) continue;
    return name === 'xargs' || name === 'parallel' ? [...words.slice(i), unknownWord('…')] : words.slice(i);
  }
  return undefined;
}

function findAction(words: readonly Word[]): readonly Word[] | undefined {
  const at = words.findIndex((word) => /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/u.test(word.value ?? ''));
  if (at < 0) return undefined;
  const inner = untilEnd(words.slice(at + 1)).map((word) => (word.value?.includes('{}') === true ? unknownWord(word.text) : word));
  return inner.length === 0 ? undefined : inner;
}

/** Options that run the inner command in another folder or with another root. */
const ELSEWHERE = /^(?:-C|-D|-R|--chdir|--chroot|--root|--wd|--working-directory|--directory|--cwd|-execdir|-okdir)(?:=|$)|^-[CDR]./u;

/** Whether a runner may run its command in another folder. */
export function movesElsewhere(words: readonly Word[]): boolean {
  return words[0]?.value?.endsWith('chroot') === true || words.some((word) => ELSEWHERE.test(word.value ?? ''));
}

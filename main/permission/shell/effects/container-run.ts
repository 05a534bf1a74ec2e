import type { CommandFact } from '#shared/permission/facts.ts';
import { joined, type StatedEffect } from './named-words.ts';
import { shownCommand } from './shown-command.ts';

/** Options without a value, and with one, that leave true what is said. Others (`--privileged`, `--entrypoint`) leave it unsaid. */
const FLAGS: ReadonlySet<string> = new Set('--rm -d --detach -i --interactive -t --tty -it -ti --init -q --quiet --read-only'.split(' '));
const VALUED: ReadonlySet<string> = new Set(
  '-w --workdir -e --env --env-file -p --publish --name -u --user --platform --pull -h --hostname -m --memory --cpus -l --label'.split(' '),
);
const MOUNTS: ReadonlySet<string> = new Set(['-v', '--volume']);

/** “starts a container of node:22, with this folder as /app: npm test” */
export const RUN_EFFECTS: readonly StatedEffect[] = ['docker', 'podman'].map((program) => ({
  command: `${program} run`,
  options: '',
  says: (_words, command) => runs(command),
}));

function runs({ argv, text, cwd }: CommandFact): string | undefined {
  if (argv[1] !== 'run') return undefined;
  const words = argv.slice(2);
  const mounts: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (typeof word !== 'string') return undefined;
    if (!word.startsWith('-')) break;
    const [, name = word, joinedValue] = /^(--[\w-]+)=(.*)$/su.exec(word) ?? [];
    if (FLAGS.has(name) && joinedValue === undefined) continue;
    if (!VALUED.has(name) && !MOUNTS.has(name)) return undefined;
    const value = joinedValue ?? words[++at];
    if (value === undefined) return undefined;
    if (!MOUNTS.has(name)) continue;
    const mount = mountOf(value ?? placeOfThisFolder(text), cwd);
    if (mount === undefined) return undefined;
    mounts.push(mount);
  }
  const [image, ...inner] = words.slice(at);
  if (typeof image !== 'string') return undefined;
  const start = `starts a container of ${image}${mounts.length === 0 ? '' : `, with ${joined(mounts)}`}`;
  if (inner.length === 0) return start;
  if (inner.includes(null)) return `${start}, and runs a command in it`;
  return `${start}: ${shownCommand(inner)}`;
}

/** `.:/app`, `/data:/data:ro`; what it doesn't name by a path is a volume. */
function mountOf(value: string | undefined, cwd: string): string | undefined {
  const [source, target, mode, ...rest] = value?.split(':') ?? [];
  if (source === undefined || source === '' || target?.startsWith('/') !== true || rest.length > 0) return undefined;
  const what = source === cwd || /^\.\/?$/u.test(source) ? 'this folder' : /^[./~]/u.test(source) ? source : `the volume ${source}`;
  return `${what} as ${target}${mode === 'ro' ? ', which it only reads' : ''}`;
}

/** What is known only when it runs, but names the folder of the command: `-v "$(pwd)":/app`. */
function placeOfThisFolder(text: string): string | undefined {
  const found = [...text.matchAll(/\s(?:-v|--volume)[ =]"?\$\(pwd\)"?:([^\s"'$:]+)(:ro)?"?(?=\s)/gu)];
  const [one] = found;
  return found.length === 1 ? `.:${one?.[1] ?? ''}${one?.[2] ?? ''}` : undefined;
}

import type { CommandFact } from '#shared/permission/facts.ts';

type Words = CommandFact['argv'];

/** Package runners, with the sub-commands before what they start. */
const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', []],
  ['bunx', []],
  ['npm', ['exec', 'x']],
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx', 'run']],
  ['bun', ['x', 'run']],
]);

/** Sub-commands that only run what the project has, and those that always fetch. */
const OF_PROJECT: ReadonlySet<string> = new Set(['pnpm exec', 'yarn exec']);
const FETCHES: ReadonlySet<string> = new Set(['pnpm dlx', 'yarn dlx']);
const STARTS: ReadonlySet<string> = new Set(['npm exec', 'npm x', 'bun x']);

/** The words of a tool that a package runner starts; none for another program. */
export function startedTool(program: string, words: Words): Words {
  const verbs = RUNNERS.get(program);
  if (verbs === undefined) return [];
  const at = words.findIndex((word) => word === null || !(word.startsWith('-') || verbs.includes(word)));
  return at < 0 ? [] : words.slice(at);
}

/** What a package runner starts, where options before it take no value. */
export function toolEffect(program: string, words: Words): string | undefined {
  const [tool] = startedTool(program, words);
  if (typeof tool !== 'string') return undefined;
  const before = words.slice(0, words.indexOf(tool));
  if (before.some((word) => word?.startsWith('-') === true && !/^(?:--|-[yq]|--yes|--no(?:-install)?|--quiet|--bun)$/u.test(word)))
    return undefined;
  const form =
    program === 'npx' || program === 'bunx' ? program : `${program} ${before.find((word) => word?.startsWith('-') === false) ?? ''}`;
  if (OF_PROJECT.has(form)) return `runs ${tool} of the project`;
  if (FETCHES.has(form)) return `fetches ${tool} and runs it`;
  return form === program || STARTS.has(form) ? `runs ${tool} of the project, or fetches it` : undefined;
}

import { gitVerb } from './git/git-verb.ts';

const PROGRAMS: ReadonlySet<string> = new Set([
  'curl',
  'wget',
  'ssh',
  'scp',
  'sftp',
  'rsync',
  'nc',
  'ncat',
  'netcat',
  'socat',
  'telnet',
  'ftp',
  'ping',
  'dig',
  'nslookup',
  'host',
  'traceroute',
  'gh',
  'glab',
  'aws',
  'gcloud',
  'az',
  'kubectl',
  'npx',
  'bunx',
  'pipx',
  'uvx',
  'apt',
  'apt-get',
  'brew',
  'yum',
  'dnf',
  'http',
  'xh',
  'aria2c',
]);
const INSTALL: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'pip', 'pip3', 'cargo', 'go', 'gem', 'bundle', 'uv', 'poetry']);
const INSTALL_VERBS = /^(?:i|ci|install|add|update|upgrade|publish|get|download|sync|search|view|info|login|audit)$/u;
const GIT_VERBS = /^(?:push|pull|fetch|clone|ls-remote|submodule|remote)$/u;

/** They put projects on servers, except where they work on this machine. */
const HOSTING: ReadonlySet<string> = new Set('vercel netlify wrangler firebase fly flyctl heroku railway surge'.split(' '));
const LOCAL_VERBS = /^(?:dev|build|serve|init|local|help|completion|emulators(?::\w+)?|types)$/u;

const GIT_EFFECTS: ReadonlyMap<string, string> = new Map([
  ['push', 'pushes to a remote'],
  ['pull', 'pulls from a remote'],
  ['fetch', 'fetches from a remote'],
  ['clone', 'clones from a remote'],
]);

const PACKAGE_EFFECTS: ReadonlyMap<string, string> = new Map([
  ['publish', 'publishes a package'],
  ...['i', 'ci', 'install', 'add', 'update', 'upgrade'].map((verb) => [verb, 'downloads packages'] as const),
]);

/** What a command that accesses the network does there, for the card. */
export function networkEffect(program: string, values: readonly (string | null)[]): string {
  const known =
    program === 'git' ? GIT_EFFECTS.get(gitVerb(values)) : INSTALL.has(program) ? PACKAGE_EFFECTS.get(verbOf(values)) : undefined;
  return known ?? `connects to ${hostsIn(values) ?? 'other machines'} (${program})`;
}

const MAX_HOSTS = 3;

/** The hosts of the URLs it is given; `undefined` if it may be given others. */
function hostsIn(values: readonly (string | null)[]): string | undefined {
  if (values.includes(null)) return undefined;
  const hosts = values.flatMap(
    (value) => /^(?:https?|ftp|sftp|wss?):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]+)/iu.exec(value ?? '')?.[1] ?? [],
  );
  const distinct = [...new Set(hosts.map((host) => host.toLowerCase()))];
  return distinct.length === 0 || distinct.length > MAX_HOSTS ? undefined : distinct.join(', ');
}

/** Whether a command normally accesses the network. */
export function talksToNetwork(program: string, values: readonly (string | null)[]): boolean {
  const verb = verbOf(values);
  if (PROGRAMS.has(program)) return true;
  if (INSTALL.has(program)) return INSTALL_VERBS.test(verb);
  if (HOSTING.has(program)) return !LOCAL_VERBS.test(verb);
  if (program === 'docker' || program === 'podman') return /^(?:pull|push|login|build|run)$/u.test(verb);
  return program === 'git' && GIT_VERBS.test(gitVerb(values));
}

function verbOf(values: readonly (string | null)[]): string {
  return values.find((value) => value !== null && !value.startsWith('-')) ?? '';
}

/** Aliases of npm commands (npm manual; npm also accepts any unambiguous abbreviation). */
const NPM: Readonly<Record<string, string>> = {
  i: 'install',
  in: 'install',
  ins: 'install',
  inst: 'install',
  insta: 'install',
  instal: 'install',
  isnt: 'install',
  isnta: 'install',
  isntal: 'install',
  isntall: 'install',
  add: 'install',
  x: 'exec',
  'run-script': 'run',
  rum: 'run',
  urn: 'run',
  t: 'test',
  tst: 'test',
  rm: 'uninstall',
  r: 'uninstall',
  un: 'uninstall',
  unlink: 'uninstall',
  remove: 'uninstall',
  up: 'update',
  upgrade: 'update',
  udpate: 'update',
  ln: 'link',
  c: 'config',
  ic: 'ci',
  'clean-install': 'ci',
  create: 'init',
  innit: 'init',
};
const NPM_COMMANDS =
  'access adduser audit bugs cache ci completion config dedupe deprecate diff dist-tag docs doctor edit exec explain explore find-dupes fund get help hook init install install-ci-test install-test link list login logout ls org outdated owner pack ping pkg prefix profile prune publish query rebuild repo restart root run sbom search set shrinkwrap star stars start stop team test token undeprecate uninstall unpublish unstar update version view whoami'.split(
    ' ',
  );

const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: NPM,
  cargo: { b: 'build', c: 'check', d: 'doc', r: 'run', t: 'test', rm: 'remove' },
  pnpm: { i: 'install', rm: 'remove', un: 'remove', uninstall: 'remove', up: 'update', upgrade: 'update' },
  bun: { i: 'install', a: 'add', rm: 'remove' },
};

/** A sub-command by its main name: `npm isntall` and `npm i` are `npm install`, `npm pub` is `npm publish`. */
export function canonicalVerb(program: string, verb: string): string {
  const known = ALIASES[program]?.[verb];
  if (known !== undefined || program !== 'npm' || NPM_COMMANDS.includes(verb)) return known ?? verb;
  const possible = NPM_COMMANDS.filter((command) => command.startsWith(verb));
  return possible.length === 1 ? (possible[0] ?? verb) : verb;
}

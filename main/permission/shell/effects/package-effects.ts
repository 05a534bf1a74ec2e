import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const NPM =
  '-f -y -w: -D -S -E -O -P -B -m: --force --yes --workspace= --workspaces --save --save-dev --save-exact --no-save --silent --loglevel= --registry= --tag= --otp= --access= --dry-run --provenance --message= --no-git-tag-version --git-tag-version[=] --preid= --sign-git-tag --allow-same-version --no-git-checks --publish-branch= --ignore-scripts --no-audit --no-fund --prefix=';
const CARGO =
  '-n -v -q -p: -F: -j: --dry-run --verbose --quiet --package= --features= --all-features --no-default-features --allow-dirty --no-verify --token= --registry= --index= --locked --offline --workspace';

const NEXT = /^(?:major|minor|patch|premajor|preminor|prepatch|prerelease|from-git)$/u;

/** npm also makes a commit and a tag, if the project is a git repository. */
function version({ names: [to], has }: NamedWords): string | undefined {
  if (to === undefined) return undefined;
  const what = NEXT.test(to) ? `raises the version of the project (${to})` : `sets the version of the project to ${to}`;
  return has('--no-git-tag-version') ? what : `${what}, with a commit and a tag`;
}

function removes({ names }: NamedWords): string | undefined {
  return names.length === 0 ? undefined : `removes ${joined(names)} from the project’s packages`;
}

const PIP =
  '-r: -e: -U -q -v -c: --requirement= --editable= --upgrade --user --quiet --verbose --constraint= --no-deps --pre --index-url= --extra-index-url= --break-system-packages --no-cache-dir --dev --group= --optional= --extra=';

/** Of more packages, the others are counted. */
const MOST_NAMED = 6;

/** What is added by its name; without one, that packages are downloaded is all that is known. */
function added({ names, understood }: NamedWords): string | undefined {
  if (!understood || names.length === 0) return undefined;
  const shown = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED - 1), `${names.length - MOST_NAMED + 1} more`] : names;
  return `downloads packages: ${joined(shown)}`;
}

const ADDING: Readonly<Record<string, string>> = {
  'npm install': NPM,
  'npm i': NPM,
  'npm add': NPM,
  'pnpm add': NPM,
  'yarn add': NPM,
  'bun add': NPM,
  'pip install': PIP,
  'pip3 install': PIP,
  'uv add': PIP,
  'poetry add': PIP,
  'cargo add': CARGO,
};

/** What is written in npm’s settings: of the user, or of the project with `--location=project`. */
function npmSetting({ names: [key, value], understood }: NamedWords): string | undefined {
  if (!understood || key === undefined) return undefined;
  const name = key.split('=')[0] ?? key;
  const to = value ?? key.split('=')[1];
  return to === undefined ? `changes ${name} in npm’s settings` : `sets ${name} to ${to} in npm’s settings`;
}

const says = (what: string) => (): string => what;

/** What publishing tools do where they only show it; the other forms are said with what they do on the network. */
function tried(command: string, options: string, dry: readonly string[]): StatedEffect {
  return {
    command,
    options,
    says: ({ has }, { irreversible }) => (has(...dry) && !irreversible ? 'says what it would publish; publishes nothing' : undefined),
    ofNetwork: true,
  };
}

const HOSTING: Readonly<Record<string, { readonly where: string; readonly live: readonly string[] }>> = {
  vercel: { where: 'Vercel', live: ['--prod'] },
  netlify: { where: 'Netlify', live: ['-p', '--prod'] },
};

/** Package managers, and tools that put a project on a server. */
export const PACKAGE_EFFECTS: readonly StatedEffect[] = [
  { command: 'npm version', options: NPM, says: version },
  ...Object.entries(ADDING).map(([command, options]): StatedEffect => ({ command, options, says: added, ofNetwork: true })),
  { command: 'npm config set', options: `${NPM} -g -L: --global --location=`, says: npmSetting },
  {
    command: 'npm config delete',
    options: `${NPM} -g -L: --global --location=`,
    says: ({ names }) => (names.length === 0 ? undefined : `removes ${joined(names)} from npm’s settings`),
  },
  {
    command: 'npm audit fix',
    options: `${NPM} --only= --omit= --include= --package-lock-only --json`,
    says: ({ has }) => {
      if (has('--dry-run')) return undefined;
      return `changes installed packages${has('-f', '--force') ? ', also to versions that break the project' : ' to repaired versions'}`;
    },
  },
  ...['uninstall', 'remove', 'rm', 'un', 'r'].map((verb): StatedEffect => ({ command: `npm ${verb}`, options: NPM, says: removes })),
  ...['pnpm', 'yarn', 'bun'].map((program): StatedEffect => ({ command: `${program} remove`, options: NPM, says: removes })),
  tried('npm publish', NPM, ['--dry-run']),
  tried('pnpm publish', NPM, ['--dry-run']),
  tried('bun publish', NPM, ['--dry-run']),
  tried('cargo publish', CARGO, ['-n', '--dry-run']),
  ...Object.entries(HOSTING).map(([program, { where, live }]): StatedEffect => ({
    command: `${program} deploy`,
    options: '-p -y -f --prod --yes --force --prebuilt --dir= --message= --token= --scope= --target= --site= --build --no-wait',
    says: ({ has }) => `sends the project to ${where}, ${has(...live) ? 'for all visitors' : 'as a preview'}`,
    ofNetwork: true,
  })),
  { command: 'wrangler deploy', options: '-e: --env= --dry-run --name=', says: says('sends the project to Cloudflare'), ofNetwork: true },
  {
    command: 'firebase deploy',
    options: '-m: -f --only= --except= --project= --message= --force',
    says: says('sends the project to Firebase'),
    ofNetwork: true,
  },
  ...['fly', 'flyctl'].map((program): StatedEffect => ({
    command: `${program} deploy`,
    options: '-a: -c: --app= --config= --remote-only --local-only',
    says: says('sends the project to Fly.io'),
    ofNetwork: true,
  })),
];

import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const NPM = '-f -w: -y -C: --force --registry= --otp= --workspace= --workspaces --dry-run --loglevel= --silent --yes --prefix=';
const CARGO = '-q -v --vers= --version= --undo --index= --token= --registry= --quiet --verbose';
const GITHUB = '-y -R: --yes --confirm --repo= --cleanup-tag';

function crate(words: NamedWords): string {
  const version = words.value('--version', '--vers');
  const name = joined(words.names);
  if (name === '') return version === undefined ? 'a version of this crate' : `version ${version} of this crate`;
  return version === undefined ? name : `${name} ${version}`;
}

/** What others get from a registry or from GitHub. */
export const REGISTRY_EFFECTS: readonly StatedEffect[] = [
  ...['npm', 'pnpm'].flatMap((program): readonly StatedEffect[] => [
    {
      command: `${program} unpublish`,
      options: NPM,
      says: ({ names, has }) =>
        has('--dry-run') ? undefined : `removes ${names.length === 0 ? 'a package' : joined(names)} from the registry, for everyone`,
    },
    {
      command: `${program} deprecate`,
      options: NPM,
      says: ({ names: [name, message] }) => {
        if (name === undefined) return 'marks a package in the registry as deprecated';
        return message === '' ? `marks ${name} in the registry as no longer deprecated` : `marks ${name} in the registry as deprecated`;
      },
    },
  ]),
  {
    command: 'cargo yank',
    options: CARGO,
    says: (words) =>
      words.has('--undo')
        ? `lets new projects use ${crate(words)} from the registry again`
        : `withdraws ${crate(words)} in the registry: new projects can’t use it`,
  },
  {
    command: 'gh repo delete',
    options: GITHUB,
    says: ({ names }) => `removes ${names.length === 0 ? 'a repository' : `the repository ${joined(names)}`} from GitHub, with its issues`,
  },
  {
    command: 'gh release delete',
    options: GITHUB,
    says: (words) => {
      const repository = words.value('-R', '--repo');
      const release = words.names.length === 0 ? 'a release' : `the release ${joined(words.names)}`;
      return `removes ${release}${words.has('--cleanup-tag') ? ' and its tag' : ''} from ${repository ?? 'GitHub'}`;
    },
  },
];

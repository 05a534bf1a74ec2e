import type { CallFacts, CommandFact } from '#shared/permission/facts.ts';
import { gitVerb } from '../shell/git/git-verb.ts';

/** Sub-commands of git whose final forms remove or replace what only git holds: branches, tags, stashes, commits. */
const OF_REPOSITORIES: ReadonlySet<string> = new Set(
  'branch fetch filter-branch filter-repo gc lfs notes pack-refs prune push reflog remote repack stash symbolic-ref tag update-ref'.split(
    ' ',
  ),
);

/** Programs whose final forms act on servers, clusters, containers, registries or the system: no file of the project. */
const OF_OTHERS = new RegExp(
  `^(?:${[
    'docker podman nerdctl kubectl helm aws gcloud gsutil az gh glab terraform tofu pulumi heroku fly flyctl',
    'psql mysql mariadb dropdb dropuser redis-cli mongo mongosh',
    'kill killall pkill shutdown reboot halt poweroff systemctl crontab iptables ip6tables mount ssh-add',
    String.raw`mkfs(?:\..*)? mkswap fdisk parted wipefs cryptsetup dd userdel groupdel rpm dpkg`,
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
  'u',
);
/** Of package managers: what they change in a registry. */
const PUBLISHES = /^(?:publish|unpublish|deprecate|yank|hex\.publish)$/u;

/** Whether a destructive call destroys something that no checkpoint can hold, as it isn’t a file of the project. */
export function destroysElsewhere({ shell, place, toolName }: CallFacts): boolean {
  if (place?.in.type === 'ssh' || toolName === 'ExitWorktree') return true;
  return shell?.commands.some((command) => command.irreversible && isElsewhere(command)) === true;
}

function isElsewhere({ program, argv, network }: CommandFact): boolean {
  const words = argv.slice(1);
  // It counts as network, and mostly copies from folder to folder.
  if (program === 'rsync') return words.some((word) => word?.includes(':') === true);
  if (program === 'git') return OF_REPOSITORIES.has(gitVerb(words));
  return network || OF_OTHERS.test(program) || words.some((word) => PUBLISHES.test(word ?? ''));
}

import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const POSTGRES =
  '-e -f -i -h: -p: -U: -w -W --echo --force --interactive --host= --port= --username= --no-password --password --if-exists --maintenance-db=';
const REDIS = '-h: -p: -a: -n: -u: -s: --user: --pass: --tls --no-auth-warning --raw';
const SYSTEMD = '-H: -M: -q -f --user --system --global --now --force --quiet --no-block --no-ask-password --runtime --host= --machine=';

const on = (words: NamedWords): string => {
  const host = words.value('-h', '--host', '-H', '-M', '--machine');
  return host === undefined ? '' : ` on ${host}`;
};

const service = ({ names }: NamedWords): string =>
  names.length === 0 ? 'a service' : `${names.length === 1 ? 'the service' : 'the services'} ${joined(names)}`;

/** Repositories, databases and services. */
export const LOCAL_EFFECTS: readonly StatedEffect[] = [
  {
    command: 'git reflog expire',
    options: '-n --all --expire= --expire-unreachable= --dry-run --updateref --rewrite --stale-fix --verbose --single-worktree',
    says: ({ has }) => (has('-n', '--dry-run') ? undefined : 'removes entries of the reflog, the way back to commits that no branch holds'),
  },
  {
    command: 'git reflog delete',
    options: '-n --dry-run --updateref --rewrite --verbose',
    says: ({ names, has }) =>
      has('-n', '--dry-run') ? undefined : `removes ${names.length === 0 ? 'entries' : joined(names)} from the reflog`,
  },
  {
    command: 'git worktree add',
    options: '-b: -B: -d -f -q --detach --force --lock --reason= --checkout --no-checkout --guess-remote --track --quiet',
    says: ({ names: [folder] }) => (folder === undefined ? undefined : `creates a worktree in ${folder}`),
  },
  {
    command: 'git worktree remove',
    options: '-f --force',
    says: ({ names, has }) =>
      `removes the worktree${names.length === 0 ? '' : ` ${joined(names)}`}${has('-f', '--force') ? ', with its uncommitted changes' : ''}`,
  },
  {
    command: 'git worktree prune',
    options: '-n -v --dry-run --verbose --expire=',
    says: ({ has }) => (has('-n', '--dry-run') ? undefined : 'forgets worktrees whose folders are gone'),
  },
  {
    command: 'dropdb',
    options: POSTGRES,
    says: (words) => `removes ${words.names.length === 0 ? 'a database' : `the database ${joined(words.names)}`} with its data${on(words)}`,
  },
  {
    command: 'dropuser',
    options: POSTGRES,
    says: (words) => `removes ${words.names.length === 0 ? 'a database user' : `the database user ${joined(words.names)}`}${on(words)}`,
  },
  { command: 'redis-cli flushall', options: REDIS, says: (words) => `removes all data of the Redis server${on(words)}` },
  {
    command: 'redis-cli flushdb',
    options: REDIS,
    says: (words) => `removes all data of the Redis database ${words.value('-n') ?? ''}`.trimEnd() + on(words),
  },
  { command: 'systemctl stop', options: SYSTEMD, says: (words) => `stops ${service(words)}${on(words)}` },
  {
    command: 'systemctl disable',
    options: SYSTEMD,
    says: (words) => {
      const [own, it] = words.names.length > 1 ? ['themselves', 'them'] : ['itself', 'it'];
      return `keeps ${service(words)} from starting by ${own}${words.has('--now') ? `, and stops ${it}` : ''}${on(words)}`;
    },
  },
  { command: 'systemctl mask', options: SYSTEMD, says: (words) => `keeps ${service(words)} from being started${on(words)}` },
];

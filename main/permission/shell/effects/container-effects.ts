import { RUN_EFFECTS } from './container-run.ts';
import { ELSEWHERE_EFFECTS } from './run-elsewhere.ts';
import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const DOCKER = '-c: -H: -D --context= --host= --config= --debug -a -f --all --force --filter=';
const COMPOSE =
  '-f: -p: -v -t: --file= --project-name= --project-directory= --profile= --env-file= --volumes --remove-orphans --rmi= --timeout= -d -q --detach --build --no-build --force-recreate --no-recreate --no-deps --always-recreate-deps --renew-anon-volumes --wait --pull= --scale= --abort-on-container-exit --follow --tail= --since= --until= --timestamps --no-color --no-log-prefix --no-cache --parallel= --ansi= --progress= --quiet-pull --no-start --watch';

function containers(program: string): readonly StatedEffect[] {
  const rows: readonly (readonly [string, string, StatedEffect['says']])[] = [
    [
      'system prune',
      `${DOCKER} --volumes`,
      ({ has }) =>
        `removes stopped containers, unused networks, ${has('-a', '--all') ? 'images that no container uses' : 'untagged images'}${has('--volumes') ? ', unused volumes with their data' : ''} and the build cache`,
    ],
    ['volume prune', DOCKER, () => 'removes volumes that no container uses, with their data'],
    ['image prune', DOCKER, ({ has }) => `removes ${has('-a', '--all') ? 'images that no container uses' : 'untagged images'}`],
    ['container prune', DOCKER, () => 'removes all stopped containers'],
    ['network prune', DOCKER, () => 'removes networks that no container uses'],
    ['builder prune', DOCKER, () => 'removes the build cache'],
    [
      'volume rm',
      DOCKER,
      ({ names }) => (names.length === 0 ? 'removes a volume with its data' : `removes the volume ${joined(names)} with its data`),
    ],
  ];
  return rows.map(([verbs, options, says]) => ({ command: `${program} ${verbs}`, options, says }));
}

/** Of the Compose project, or the services of it that are named. */
function services(names: readonly string[], what = 'the containers'): string {
  return names.length === 0 ? `${what} of the Compose project` : `${what} of ${joined(names)}`;
}

const following = (has: NamedWords['has']): string => (has('-f', '--follow') ? ', until it is stopped' : '');

function compose(program: string): readonly StatedEffect[] {
  const rows: Readonly<Record<string, StatedEffect['says']>> = {
    down: ({ names, has }) => {
      if (names.length > 0) return `stops and removes ${services(names)}`;
      return has('-v', '--volumes')
        ? 'removes the containers, networks and volumes of the Compose project, with their data'
        : 'stops and removes the containers of the Compose project';
    },
    up: ({ names, has }) =>
      `${has('--build') ? 'builds the images and starts' : 'starts'} ${services(names)}${has('-d', '--detach', '--wait') ? ' in the background' : ''}`,
    start: ({ names }) => `starts ${services(names)}`,
    stop: ({ names }) => `stops ${services(names)}`,
    restart: ({ names }) => `stops and starts ${services(names)}`,
    kill: ({ names }) => `ends ${services(names)} at once`,
    pause: ({ names }) => `pauses ${services(names)}`,
    unpause: ({ names }) => `goes on with ${services(names)}`,
    rm: ({ names }) => `removes stopped containers of ${names.length === 0 ? 'the Compose project' : joined(names)}`,
    build: ({ names }) => `builds ${services(names, 'the images')}`,
    pull: ({ names }) => `downloads ${services(names, 'the images')}`,
    push: ({ names }) => `uploads ${services(names, 'the images')}`,
    logs: ({ names, has }) => `shows ${services(names, 'the logs')}${following(has)}`,
  };
  return ['docker compose', 'podman compose', 'docker-compose', 'podman-compose']
    .filter((name) => name.startsWith(program))
    .flatMap((name) =>
      Object.entries(rows).map(([verb, says]): StatedEffect => ({
        command: `${name} ${verb}`,
        options: verb === 'logs' ? LOGS : COMPOSE,
        says,
      })),
    );
}

const named = (what: string, { names, understood }: NamedWords): string | undefined =>
  understood && names.length > 0 ? `${names.length === 1 ? what : `${what}s`} ${joined(names)}` : undefined;

/** What is said of containers and images that are named. */
function namedOnes(program: string): readonly StatedEffect[] {
  const sentence =
    (verb: string, what: string, after = ''): StatedEffect['says'] =>
    (words) => {
      const names = named(what, words);
      return names === undefined ? undefined : `${verb} the ${names}${after}`;
    };
  const remove: StatedEffect['says'] = (words) => {
    const names = named('container', words);
    if (names === undefined) return undefined;
    const running = words.has('-f', '--force') ? ', even if it runs' : '';
    return `removes the ${names}${words.has('-v', '--volumes') ? ' with its unnamed volumes' : ''}${running}`;
  };
  const rows: Readonly<Record<string, StatedEffect['says']>> = {
    rm: remove,
    'container rm': remove,
    stop: sentence('stops', 'container'),
    start: sentence('starts', 'container'),
    restart: sentence('stops and starts', 'container'),
    kill: sentence('ends', 'container', ' at once'),
    pause: sentence('pauses', 'container'),
    rmi: sentence('removes', 'image'),
    'image rm': sentence('removes', 'image'),
    'network rm': sentence('removes', 'network'),
  };
  return Object.entries(rows).map(([verbs, says]) => ({
    command: `${program} ${verbs}`,
    options: `${DOCKER} -v -t: -s: --volumes --time= --timeout= --signal= --link -l`,
    says,
  }));
}

const LOGS =
  '-f -t -n: --file= --follow --tail= --since= --until= --timestamps --no-color --no-log-prefix -p: --project-name= --project-directory= --profile= --env-file=';

function images(program: string): readonly StatedEffect[] {
  const build: StatedEffect['says'] = ({ names: [folder], value, understood }) => {
    if (!understood || folder === undefined) return undefined;
    const name = value('-t', '--tag');
    return `builds ${name === undefined ? 'an image' : `the image ${name}`} from ${folder === '-' ? 'its input' : folder}`;
  };
  const options =
    '-t: -f: -q -o: --tag= --file= --build-arg= --target= --no-cache --pull --push --load --platform= --progress= --secret= --ssh= --cache-from= --cache-to= --label= --network= --output= --quiet --rm --force-rm';
  return [
    { command: `${program} build`, options, says: build },
    { command: `${program} buildx build`, options, says: build },
    {
      command: `${program} pull`,
      options: '-q -a --quiet --all-tags --platform=',
      says: ({ names }) => (names.length === 0 ? undefined : `downloads the image ${joined(names)}`),
      ofNetwork: true,
    },
    {
      command: `${program} push`,
      options: '-q -a --quiet --all-tags',
      says: ({ names }) => (names.length === 0 ? undefined : `uploads the image ${joined(names)}`),
      ofNetwork: true,
    },
    {
      command: `${program} logs`,
      options: LOGS,
      says: ({ names, has }) => (names.length === 0 ? undefined : `shows the logs of ${joined(names)}${following(has)}`),
    },
  ];
}

/** Containers, images and volumes. */
export const CONTAINER_EFFECTS: readonly StatedEffect[] = [
  ...RUN_EFFECTS,
  ...ELSEWHERE_EFFECTS,
  ...['docker', 'podman'].flatMap((program) => [...containers(program), ...compose(program), ...namedOnes(program), ...images(program)]),
];

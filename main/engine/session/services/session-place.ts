import { findProgram } from '#main/tool/start-process.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';
import { placeOfSession, type PlaceOfSession } from '#main/settings/session-place.ts';
import type { Place } from '#main/terminal/place/place.ts';
import type { Client } from '#main/terminal/place/run-client.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { SessionPlace } from '#shared/permission/call-place.ts';
import type { ContainerEngine } from '#shared/settings/command-place.ts';
import { howToBuild } from './how-to-build.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';

export interface SessionPlaceService {
  /**
   * Where the session's commands run, as of its opening: a card and the command after it always mean the same place. Only a place that
   * waits for trust in the folder is settled later, and until then nothing runs.
   */
  readonly place: () => SessionPlace | undefined;
  /** Starts what the place needs; `undefined` for this machine. */
  readonly open: (() => Promise<Place>) | undefined;
}

/** `directories`: the folders besides the project that the session works in, as they are now. */
export function sessionPlace(options: OpenSessionOptions, directories: () => readonly string[]): SessionPlaceService {
  const { settings, projectDir } = options.project;
  const { commandPlace, trusted } = settings.current();
  const opened = placeOfSession({ commandPlace, trusted }, projectDir);
  if (!opened) return { place: () => undefined, open: undefined };
  let found = opened;
  const current = () => {
    const waits = found.place.type === 'unknown' && found.place.waitsForTrust === true;
    if (waits && settings.current().trusted) found = placeOfSession({ commandPlace, trusted: true }, projectDir) ?? opened;
    return found;
  };
  return { place: () => current().place, open: () => openPlace(current(), options, directories) };
}

async function openPlace(
  { place, engine: wanted, variables }: PlaceOfSession,
  options: OpenSessionOptions,
  directories: () => readonly string[],
): Promise<Place> {
  const { project, homeDir, stateDir, owned } = options;
  const { projectDir } = project;
  if (place.type === 'unknown') throw new AppError('unavailable', place.why);
  if (place.type === 'ssh') {
    const { SshPlace } = await import('#main/terminal/place/ssh-place.ts');
    return new SshPlace({ ...place, projectDir, client: clientOf('ssh', options) });
  }
  const engine = engineOf(wanted, options);
  const { ContainerPlace } = await import('#main/terminal/place/container-place.ts');
  return new ContainerPlace({
    engine,
    client: clientOf(engine, options),
    image: place.image,
    howToBuild: place.built === true ? () => howToBuild({ image: place.image, engine, projectDir }) : undefined,
    variables,
    sessionId: owned.sessionId,
    sessionDir: owned.log.sessionDir,
    folders: () => [...new Set([projectDir, ...directories()])],
    homeDir,
    stateDir,
    env: () => project.settings.current().env,
  });
}

/** Docker if both are installed. */
function engineOf(wanted: ContainerEngine | undefined, options: OpenSessionOptions): ContainerEngine {
  const engines = wanted === undefined ? (['docker', 'podman'] as const) : [wanted];
  const found = engines.find((name) => findProgram(name, options.shellEnv, options.project.projectDir) !== undefined);
  if (found === undefined)
    throw new AppError('unavailable', `The container could not be started: ${engines.join(' or ')} was not found on the PATH.`);
  return found;
}

/** The program with the user's own environment: neither what settings add for commands nor Gatehouse's keys. */
function clientOf(name: string, { shellEnv, project, homeDir }: OpenSessionOptions): Client {
  const file = findProgram(name, shellEnv, project.projectDir);
  if (file === undefined) throw new AppError('unavailable', `${name} was not found on the PATH.`);
  return { file, env: programEnvironment(shellEnv, { env: {}, passKeys: [] }), cwd: homeDir };
}

import type { SessionPlace } from '#shared/permission/call-place.ts';
import type { ContainerEngine } from '#shared/settings/command-place.ts';
import type { LoadedSettings } from './loaded-settings.ts';
import { readDevContainer } from './dev-container/dev-container-file.ts';

export interface PlaceOfSession {
  readonly place: SessionPlace;
  /** Of a container: the program that the setting names. */
  readonly engine?: ContainerEngine | undefined;
  /** Variables that the dev container file gives the container. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Where the commands of a session that is opened now run; `undefined` for this machine. Whatever can't be told is `unknown`, never here. */
export function placeOfSession(
  { commandPlace: setting, trusted }: Pick<LoadedSettings, 'commandPlace' | 'trusted'>,
  projectDir: string,
  platform: NodeJS.Platform = process.platform,
): PlaceOfSession | undefined {
  const unknown = (why: string, more?: { readonly waitsForTrust: true }): PlaceOfSession => ({
    place: { type: 'unknown', why: `No command can run: ${why}`, ...more },
    variables: {},
  });
  if (setting.type === 'here') return undefined;
  if (setting.type === 'unknown') return unknown(setting.why);
  if (platform === 'win32') return unknown('on Windows, gatehouse.commandPlace can only be “here”.');
  if (setting.type === 'ssh') return { place: { ...setting }, variables: {} };
  if (setting.image !== undefined)
    return {
      place: { type: 'container', image: setting.image, fromRepository: false, leftOut: [] },
      engine: setting.engine,
      variables: {},
    };
  if (!trusted)
    return unknown('gatehouse.commandPlace asks for the project’s own container, and the folder isn’t trusted.', { waitsForTrust: true });
  const found = readDevContainer(projectDir);
  if ('problem' in found) return unknown(found.problem);
  const { image, leftOut, variables, build } = found;
  return {
    place: { type: 'container', image, fromRepository: true, leftOut, ...(build && { built: true }) },
    engine: setting.engine,
    variables,
  };
}

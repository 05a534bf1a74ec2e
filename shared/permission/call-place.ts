import { z } from 'zod';

const containerSchema = z.object({
  type: z.literal('container'),
  image: z.string(),
  /** The repository's dev container file names the image, so its programs may be anything. */
  fromRepository: z.boolean(),
  /** Keys of that file that have no effect. */
  leftOut: z.array(z.string()).readonly(),
  /** The person builds it on this machine, as that file says; it is never downloaded. */
  built: z.boolean().optional(),
});
const sshSchema = z.object({ type: z.literal('ssh'), host: z.string(), folder: z.string() });

/** Where commands run, if not here. */
const placeInUseSchema = z.discriminatedUnion('type', [containerSchema, sshSchema]);
export type PlaceInUse = z.infer<typeof placeInUseSchema>;

/** Where the session's commands run. `unknown`: nowhere, since it can't be told. */
export type SessionPlace = PlaceInUse | UnknownPlace;

interface UnknownPlace {
  readonly type: 'unknown';
  readonly why: string;
  /** In the project's own container, as soon as its folder is trusted. Default: false. */
  readonly waitsForTrust?: boolean;
}

/**
 * Where a call's command runs, if not here. `known`: the project's files and the programs there are what the facts say; a path outside
 * of the working directories never is.
 */
export const callPlaceSchema = z.object({ in: placeInUseSchema, known: z.boolean() });
export type CallPlace = z.infer<typeof callPlaceSchema>;

/** “container node:22”. */
export function placeName(place: PlaceInUse): string {
  return place.type === 'container' ? `container ${place.image}` : `ssh host ${place.host} in ${place.folder}`;
}

/** What a card says of it. */
export function placeEffect(place: PlaceInUse): string {
  const runs = `runs in ${placeName(place)}`;
  if (place.type === 'ssh') return `runs on ${placeName(place)}; files there can’t be restored or checked for links`;
  if (!place.fromRepository) return runs;
  const without = place.leftOut.length === 0 ? '' : `; its ${place.leftOut.join(', ')} have no effect`;
  return `${runs}, ${place.built === true ? 'built as the repository’s dev container file says' : 'which the repository’s dev container file names'}${without}`;
}

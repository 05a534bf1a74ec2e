import { z } from 'zod';

/** No image, host or folder starts with a dash, so that none can pass for an option of the program that gets it. */
const image = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/:@-]*$/u, 'not the name of an image');
const host = z
  .string()
  .max(255)
  .regex(/^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9_][A-Za-z0-9._:-]*$/u, 'not a name for ssh');
const folder = z
  .string()
  .max(4096)
  .regex(/^\/[^\p{Cc}]*$/u, 'not an absolute path');

const engineSchema = z.enum(['docker', 'podman']);
export type ContainerEngine = z.infer<typeof engineSchema>;

/**
 * `gatehouse.commandPlace`: where a project's commands run. A container without `image` uses the image that the project's dev container file
 * names. `host` is a name that the user's `ssh` knows, `folder` the project's folder there.
 */
export const commandPlaceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('here') }),
  z.strictObject({ type: z.literal('container'), engine: engineSchema.optional(), image: image.optional() }),
  z.strictObject({ type: z.literal('ssh'), host, folder }),
]);
export type CommandPlace = z.infer<typeof commandPlaceSchema>;

export const imageSchema = image;

/** As the settings say it. `unknown`: a file of the user's may set it and can't be read, so no command may run. */
export type CommandPlaceSetting = CommandPlace | { readonly type: 'unknown'; readonly why: string };

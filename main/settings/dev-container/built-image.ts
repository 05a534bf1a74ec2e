import { createHash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { isInside } from '#main/tool/is-inside.ts';
import { readBoundedBytes } from '#main/tool/read-bounded.ts';
import { imageSchema } from '#shared/settings/command-place.ts';
import { realPath } from '../real-path.ts';

/** The image of a dev container that has to be built. */
export interface BuiltImage {
  /** Its name on this machine. It changes with the files that say how it is built, so that an older image doesn't pass for this one. */
  readonly image: string;
  /** Further options for the dev container CLI. */
  readonly options: readonly string[];
}

export interface DevContainerSource {
  readonly projectDir: string;
  /** The file's path in the project. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** These need the image to be built, by steps that the repository writes. */
export const BUILT = ['build', 'dockerFile', 'dockerComposeFile', 'features'];
/** Keys that say how it is built. */
export const BUILD_KEYS = [...BUILT, 'context', 'overrideFeatureInstallOrder'];

const MAX_BYTES = 256 * 1024;

/** Without references to this machine's environment or folders, whose values would get into the build and aren't in the image's name. */
const literal = z
  .string()
  .max(4096)
  .refine((text) => !text.includes('${'), { error: 'refers to a value of this machine' });
const feature = z.string().regex(/^[A-Za-z0-9][\w.:/@+-]*$/u, 'not the name of a published feature');

const fileSchema = z.looseObject({
  dockerFile: literal.optional(),
  context: literal.optional(),
  // Options for the engine (`options`) could hand the build any file of this machine, or have it write anywhere.
  build: z
    .strictObject({
      dockerfile: literal,
      context: literal.optional(),
      target: z
        .string()
        .regex(/^[A-Za-z0-9][\w.-]*$/u, 'not the name of a stage')
        .optional(),
      args: z.record(z.string().regex(/^[A-Za-z_]\w*$/u), literal).optional(),
      cacheFrom: z.union([imageSchema, z.array(imageSchema)]).optional(),
    })
    .optional(),
  image: imageSchema.optional(),
  dockerComposeFile: z
    .undefined({ error: 'a Compose file says under which name an image is built, which may be that of another image of yours' })
    .optional(),
  features: z
    .record(feature, z.unknown())
    .refine((features) => !JSON.stringify(features).includes('${'), { error: 'refers to a value of this machine' })
    .optional(),
});

/** The image that the file's build makes; `problem`: why it can't be told, or shouldn't be built by pressing Enter. */
export function builtImage(source: DevContainerSource, json: unknown): BuiltImage | { readonly problem: string } {
  const file = fileSchema.safeParse(json);
  if (!file.success) return { problem: `${oneLine(file.error)}.` };
  const { dockerFile, build, context, image, features } = file.data;
  if (dockerFile !== undefined && build !== undefined) return { problem: 'it has both dockerFile and build.' };
  const dockerfile = dockerFile ?? build?.dockerfile;
  if (dockerfile === undefined && image === undefined) return { problem: 'it names neither a Dockerfile nor an image.' };
  const lock = features === undefined ? undefined : lockOf(source);
  const named = dockerfile === undefined ? undefined : dockerfileOf(source, dockerfile, build ? build.context : context);
  const parts: { readonly bytes: Buffer }[] = [];
  for (const part of [named, lock]) {
    if (part === undefined) continue;
    if ('problem' in part) return part;
    parts.push(part);
  }
  return {
    image: nameOf(source, parts),
    // Otherwise the CLI writes a lock file, and the image would have another name afterwards.
    options: features === undefined ? [] : [lock === undefined ? '--no-lockfile' : '--frozen-lockfile'],
  };
}

type Part = { readonly bytes: Buffer } | { readonly problem: string };

/** The Dockerfile’s content. What is built is the project’s: a context elsewhere would put other files of this machine into the image. */
function dockerfileOf(source: DevContainerSource, path: string, context: string | undefined): Part {
  // Such a file is put together from others, before it is built.
  if (path.toLowerCase().endsWith('.in')) return { problem: `its Dockerfile ${path} includes others.` };
  const file = resolve(folderOf(source), path);
  const around = context === undefined || context === '' ? dirname(file) : resolve(folderOf(source), context);
  if (!isInside(realPath(around), realPath(source.projectDir)))
    return { problem: `its build context ${around} is outside of the project.` };
  return partOf(source, file) ?? { problem: `its Dockerfile ${file} doesn’t exist.` };
}

/** The file that says which versions of the features are installed. */
function lockOf(source: DevContainerSource): Part | undefined {
  const hidden = basename(source.name).startsWith('.') ? '.' : '';
  return partOf(source, resolve(folderOf(source), `${hidden}devcontainer-lock.json`));
}

function folderOf({ projectDir, name }: DevContainerSource): string {
  return dirname(resolve(projectDir, name));
}

function partOf({ projectDir }: DevContainerSource, file: string): Part | undefined {
  if (!isInside(realPath(file), realPath(projectDir))) return { problem: `${file} is outside of the project, or a link that leads there.` };
  const read = readBoundedBytes(file, MAX_BYTES);
  if (read.kind === 'missing') return undefined;
  return read.kind === 'unreadable' ? { problem: `${file} can’t be read. ${read.reason}` } : { bytes: read.bytes };
}

/** No registry has images of `localhost`. The folder counts: a copy of the project elsewhere may put other files into its image. */
function nameOf({ projectDir, name, bytes }: DevContainerSource, parts: readonly { readonly bytes: Buffer }[]): string {
  const hash = createHash('sha256').update(JSON.stringify([realPath(projectDir), name]));
  for (const part of [{ bytes }, ...parts]) hash.update(`\n${part.bytes.length}\n`).update(part.bytes);
  const slug = basename(projectDir)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/gu, '');
  return `localhost/gatehouse-dev/${slug === '' ? 'project' : slug}:${hash.digest('hex').slice(0, 12)}`;
}

/** A problem of a file, for a sentence. */
export function oneLine(error: z.ZodError): string {
  return z
    .prettifyError(error)
    .replace(/^✖ /u, '')
    .replaceAll(/\s*\n\s*/gu, ' ');
}

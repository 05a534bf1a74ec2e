import { join } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { isRecord } from '#shared/is-record.ts';
import { imageSchema } from '#shared/settings/command-place.ts';
import { realPath } from './real-path.ts';

export interface DevContainer {
  readonly image: string;
  /** `containerEnv`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of its keys that have no effect, for people. */
  readonly leftOut: readonly string[];
}

const FILES = ['.devcontainer/devcontainer.json', '.devcontainer.json'];
const MAX_BYTES = 256 * 1024;

/** These need the image to be built, by steps that the repository writes. */
const BUILT = ['build', 'dockerFile', 'dockerComposeFile', 'features'];
/** Keys that would change nothing about where commands run. */
const DESCRIBES = new Set(['$schema', 'name', 'customizations', 'image', 'containerEnv', ...BUILT]);
const MAX_NAMES = 12;

const fileSchema = z.looseObject({
  image: imageSchema,
  containerEnv: z.record(z.string().regex(/^[A-Za-z_]\w*$/u), z.string().max(10_000)).default({}),
});

/**
 * The dev container of a project: its image and its variables, nothing else. What the file would run, mount or permit has no effect, since
 * the repository wrote it. `problem`: why it can't be used.
 */
export function readDevContainer(projectDir: string): DevContainer | { readonly problem: string } {
  for (const name of FILES) {
    const file = join(projectDir, name);
    const read = readBounded(file, MAX_BYTES);
    if (read.kind === 'missing') continue;
    if (read.kind === 'unreadable') return { problem: `${name} can’t be read. ${read.reason}` };
    if (!isInside(realPath(file), realPath(projectDir))) return { problem: `${name} is a link that leads out of the project.` };
    return readText(read.text, name);
  }
  return { problem: `The project has no ${FILES.join(' or ')}, and the setting names no image.` };
}

function readText(text: string, name: string): DevContainer | { readonly problem: string } {
  const json = parsed(text);
  if (!isRecord(json)) return { problem: `${name} is not valid JSON.` };
  const built = BUILT.filter((key) => Object.hasOwn(json, key));
  if (built.length > 0) {
    return {
      problem: `${name} has ${built.join(', ')}: Gatehouse builds no images. Build it yourself (devcontainer build --image-name NAME) and name it as “image” in gatehouse.commandPlace.`,
    };
  }
  const file = fileSchema.safeParse(json);
  if (!file.success)
    return {
      problem: `${name}: ${z
        .prettifyError(file.error)
        .replace(/^✖ /u, '')
        .replaceAll(/\s*\n\s*/gu, ' ')}`,
    };
  const entries = Object.entries(file.data.containerEnv);
  // A reference would put a value of this machine there.
  const literal = entries.filter(([, value]) => !value.includes('${'));
  const references = entries.filter(([, value]) => value.includes('${')).map(([variable]) => `containerEnv.${variable}`);
  const others = Object.keys(json).filter((key) => !DESCRIBES.has(key) && /^[A-Za-z]{1,40}$/u.test(key));
  return { image: file.data.image, variables: Object.fromEntries(literal), leftOut: [...others, ...references].slice(0, MAX_NAMES) };
}

function parsed(text: string): unknown {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? value : undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

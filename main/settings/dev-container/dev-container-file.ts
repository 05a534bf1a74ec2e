import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { isInside } from '#main/tool/is-inside.ts';
import { readBoundedBytes } from '#main/tool/read-bounded.ts';
import { isRecord } from '#shared/is-record.ts';
import { type CommandPlaceSetting, imageSchema } from '#shared/settings/command-place.ts';
import { realPath } from '../real-path.ts';
import { BUILD_KEYS, BUILT, builtImage, type BuiltImage, type DevContainerSource, oneLine } from './built-image.ts';

export interface DevContainer {
  readonly image: string;
  /** `containerEnv`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of its keys that have no effect, for people. */
  readonly leftOut: readonly string[];
  /** Of an image that has to be built. */
  readonly build?: BuiltImage | undefined;
}

const FILES = ['.devcontainer/devcontainer.json', '.devcontainer.json'];
const MAX_BYTES = 256 * 1024;
/** Keys that would change nothing about where commands run. */
const DESCRIBES = new Set(['$schema', 'name', 'customizations', 'image', 'containerEnv', ...BUILD_KEYS]);
const MAX_NAMES = 12;

const imageOfFile = z.looseObject({ image: imageSchema });
const variablesOfFile = z.looseObject({
  containerEnv: z.record(z.string().regex(/^[A-Za-z_]\w*$/u), z.string().max(10_000)).default({}),
});

/**
 * The dev container of a project: its image and its variables, nothing else. What the file would run, mount or permit has no effect, since
 * the repository wrote it; an image that has to be built gets a name, and the person builds it. `problem`: why it can't be used.
 */
export function readDevContainer(projectDir: string): DevContainer | { readonly problem: string } {
  for (const name of FILES) {
    const file = join(projectDir, name);
    const read = readBoundedBytes(file, MAX_BYTES);
    if (read.kind === 'missing') continue;
    if (read.kind === 'unreadable') return { problem: `${name} can’t be read. ${read.reason}` };
    if (!isInside(realPath(file), realPath(projectDir))) return { problem: `${name} is a link that leads out of the project.` };
    return readFile({ projectDir, name, bytes: read.bytes });
  }
  return { problem: `The project has no ${FILES.join(' or ')}, and the setting names no image.` };
}

/** What trusting a folder lets its dev container file do, for people; empty where the setting doesn't ask for it. */
export function devContainerItems(setting: CommandPlaceSetting, projectDir: string): string[] {
  if (setting.type !== 'container' || setting.image !== undefined) return [];
  const name = FILES.find((file) => existsSync(join(projectDir, file)));
  return name === undefined ? [] : [`${name}: chooses the container that commands run in`];
}

function readFile(source: DevContainerSource): DevContainer | { readonly problem: string } {
  const { name, bytes } = source;
  const json = parsed(bytes.toString('utf8'));
  if (!isRecord(json)) return { problem: `${name} is not valid JSON.` };
  const variables = variablesOfFile.safeParse(json);
  if (!variables.success) return { problem: `${name}: ${oneLine(variables.error)}` };
  const entries = Object.entries(variables.data.containerEnv);
  // A reference would put a value of this machine there.
  const literal = entries.filter(([, value]) => !value.includes('${'));
  const references = entries.filter(([, value]) => value.includes('${')).map(([variable]) => `containerEnv.${variable}`);
  const others = Object.keys(json).filter((key) => !DESCRIBES.has(key) && /^[A-Za-z]{1,40}$/u.test(key));
  const rest = { variables: Object.fromEntries(literal), leftOut: [...others, ...references].slice(0, MAX_NAMES) };
  if (!BUILT.some((key) => Object.hasOwn(json, key))) {
    const file = imageOfFile.safeParse(json);
    return file.success ? { image: file.data.image, ...rest } : { problem: `${name}: ${oneLine(file.error)}` };
  }
  const build = builtImage(source, json);
  if ('problem' in build)
    return { problem: `${name}: ${build.problem} Build the image yourself and name it as “image” in gatehouse.commandPlace.` };
  return { image: build.image, ...rest, build };
}

function parsed(text: string): unknown {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    return errors.length === 0 && isPlain(value) ? value : undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

/** The parser takes a key `__proto__` for the object it inherits from, where other readers of the file find more than is checked here. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return !isRecord(value) || (Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain));
}

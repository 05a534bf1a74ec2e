import type { GlobSight } from './glob-sight.ts';
import { type OptionSpec, type ParsedUse, parseUse } from './option-spec.ts';
import type { Word } from './parse/word.ts';

/** Platforms with BSD tools; GNU versions may be installed as well. */
const BSD: ReadonlySet<NodeJS.Platform> = new Set<NodeJS.Platform>(['darwin', 'freebsd', 'openbsd', 'netbsd']);

/**
 * Parses the words after the program name as every variant of the tool on this platform would. Undefined unless all variants only do what
 * the spec says; the paths of all of them are included.
 */
export function readUse(
  words: readonly Word[],
  spec: OptionSpec,
  globs: GlobSight,
  platform: NodeJS.Platform = process.platform,
): ParsedUse | undefined {
  const readings = [spec];
  // Another variant of the program may accept options anywhere.
  if (spec.stopsAtOperand === true) readings.push(variant(anywhere, spec, (one) => ({ ...one, stopsAtOperand: false })));
  if (BSD.has(platform)) readings.push(variant(onBsd, spec, asBsd));
  const uses = readings.map((reading) => parseUse(words, reading, globs));
  const [first] = uses;
  if (first === undefined || uses.includes(undefined)) return undefined;
  return uses.length === 1 ? first : { ...first, paths: uses.flatMap((use) => use?.paths ?? []) };
}

const anywhere = new WeakMap<OptionSpec, OptionSpec>();
const onBsd = new WeakMap<OptionSpec, OptionSpec>();

/** Reuses one object per spec, since the compiled form of a spec is cached by identity. */
function variant(made: WeakMap<OptionSpec, OptionSpec>, spec: OptionSpec, make: (spec: OptionSpec) => OptionSpec): OptionSpec {
  const before = made.get(spec);
  if (before !== undefined) return before;
  const one = make(spec);
  made.set(spec, one);
  return one;
}

/** In BSD the first operand ends the options (getopt(3)), and some options differ in whether they take a value. */
function asBsd(spec: OptionSpec): OptionSpec {
  const own = spec.bsd?.split(' ') ?? [];
  const replaced = new Set(own.map(nameOf));
  const options = [...spec.options.split(/\s+/u).filter((token) => !replaced.has(nameOf(token))), ...own].join(' ');
  return { ...spec, options, stopsAtOperand: true };
}

const nameOf = (token: string): string => /^[^:=[]+/u.exec(token)?.[0] ?? token;

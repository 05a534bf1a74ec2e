import type { GlobSight } from './glob-sight.ts';
import { type OptionSpec, type ParsedUse, parseUse } from './option-spec.ts';
import type { Word } from './word.ts';

/** Their own tools are those of BSD; those of GNU may be installed as well. */
const BSD: ReadonlySet<NodeJS.Platform> = new Set<NodeJS.Platform>(['darwin', 'freebsd', 'openbsd', 'netbsd']);

/**
 * Reads the words after the program name as every tool reads them that may go by that name on this platform. Undefined unless all of them
 * only do what the spec says; the paths are those of any reading.
 */
export function readUse(
  words: readonly Word[],
  spec: OptionSpec,
  globs: GlobSight,
  platform: NodeJS.Platform = process.platform,
): ParsedUse | undefined {
  const gnu = parseUse(words, spec, globs);
  if (gnu === undefined || !BSD.has(platform)) return gnu;
  const bsd = parseUse(words, asBsd(spec), globs);
  return bsd === undefined ? undefined : { ...gnu, paths: [...gnu.paths, ...bsd.paths] };
}

const known = new WeakMap<OptionSpec, OptionSpec>();

/** There the first operand ends the options (getopt(3)), and some options take a value or take none. */
function asBsd(spec: OptionSpec): OptionSpec {
  const before = known.get(spec);
  if (before !== undefined) return before;
  const own = spec.bsd?.split(' ') ?? [];
  const replaced = new Set(own.map(nameOf));
  const options = [...spec.options.split(/\s+/u).filter((token) => !replaced.has(nameOf(token))), ...own].join(' ');
  const bsd = { ...spec, options, stopsAtOperand: true };
  known.set(spec, bsd);
  return bsd;
}

const nameOf = (token: string): string => /^[^:=[]+/u.exec(token)?.[0] ?? token;

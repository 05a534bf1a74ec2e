import path from 'node:path';
import { hasPlainNamesBelow } from '../paths/plain-names-below.ts';
import { realPath } from '../paths/real-path.ts';
import { type EffectsPlace, readOnlyPaths } from './command-effects.ts';
import { type XargsReading, xargsReading } from './commands/xargs.ts';
import type { RawCommand } from './raw-command.ts';

/** What an `xargs` reads if it does nothing else; undefined for any other command. */
export function xargsEffects({ words, feed, redirects }: RawCommand, place: EffectsPlace): XargsReading | undefined {
  if (words[0]?.value !== 'xargs' || redirects.some(({ operator }) => operator !== '>')) return undefined;
  const reading = xargsReading(words.slice(1), feed, ([first, ...rest]) =>
    first === undefined || /^(?:find|for|\[\[|xargs)$/u.test(first.value ?? '') ? undefined : readOnlyPaths(first.value ?? '', rest, place),
  );
  if (reading === undefined || (reading.cutNamesOf.length > 0 && (place.uncertain || place.others.length > 0))) return undefined;
  const isWhole = reading.cutNamesOf.every(({ value }) => {
    const folder = value === null ? undefined : realPath(path.resolve(place.dir, value));
    return value !== null && folder !== undefined && hasPlainNamesBelow(value, folder);
  });
  return isWhole ? reading : undefined;
}

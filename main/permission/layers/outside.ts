import type { PathFact } from '#shared/permission/facts.ts';
import { type Case, entry, type LayerResult } from './case.ts';
import { freeToRead, inWorkingDirs, isNullDevice } from './folders.ts';

const READS = 'permissions.blockReadsOutsideWorkingDirectories';
const WRITES = 'permissions.blockWritesOutsideWorkingDirectories';

/** The setting that keeps this access inside the working directories; `undefined` when none does. */
function settingFor({ access }: PathFact, { context }: Case): string | undefined {
  if (access === 'write' || access === 'delete') return context.blocksOutside.writes ? WRITES : undefined;
  return access !== 'enter' && context.blocksOutside.reads ? READS : undefined;
}

/**
 * Refuses paths outside the working directories where the settings say so, in every mode. A path that isn't known before the call runs, or
 * that a program may only be given as text, asks.
 */
export function outsideLayer(at: Case): LayerResult {
  if (outsideSetting(at) === undefined) return { trace: [] };
  let asks: LayerResult | undefined;
  for (const fact of at.paths) {
    const setting = settingFor(fact, at);
    if (setting === undefined || isNullDevice(fact)) continue;
    const isFree = setting === WRITES ? inWorkingDirs(fact, at) : freeToRead(fact, at);
    if (isFree) continue;
    const sure = !fact.unresolved && fact.access !== 'mention';
    if (sure) return outcome('deny', `${fact.spelled} is outside the working directories, and ${setting} is on.`, fact);
    asks ??= outcome('ask', `${fact.spelled} may be outside the working directories, and ${setting} is on.`, fact);
  }
  return asks ?? { trace: [entry('deny', 'pass', 'Every path is inside the working directories.')] };
}

/** The name of a setting that blocks paths outside; `undefined` when none does. */
export function outsideSetting({ context: { blocksOutside } }: Case): string | undefined {
  return blocksOutside.reads ? READS : blocksOutside.writes ? WRITES : undefined;
}

const TO_MODEL = 'Ask the user to add the folder as a working directory if it is needed.';

function outcome(behavior: 'ask' | 'deny', why: string, { spelled }: PathFact): LayerResult {
  const message = behavior === 'deny' ? `${why} ${TO_MODEL}` : why;
  return { verdict: { behavior, reason: 'blockedOutside', message }, trace: [entry('deny', behavior, why, { subject: spelled })] };
}

import { isToolUse } from '../blocks.ts';
import type { Entry, StoredResult, Transcript } from '../transcript.ts';
import { contentTokens, estimateTokens } from './token-estimate.ts';

/**
 * Where the part begins that a compaction leaves as it was: an index into the entries, their number when none is left. Messages the
 * model hasn't answered are always in it; before them whole answers, with their results, as far as `budget` tokens go. `undefined`
 * when nothing would be left to compact.
 */
export function keptFrom(transcript: Pick<Transcript, 'entries' | 'results'>, budget: number): number | undefined {
  const { entries, results } = transcript;
  let from = entries.findLastIndex(({ role }) => role === 'assistant') + 1;
  if (from === 0) return undefined;
  let left = budget;
  // The first entry is what makes a compaction worth while: the earlier summary, or how it all began.
  while (from > 1) {
    const entry = entries[from - 1];
    if (!entry) break;
    left -= entryTokens(entry, results);
    if (left < 0) break;
    from -= 1;
  }
  return from;
}

/** An answer counts with its results. */
export function entryTokens(entry: Entry, results: ReadonlyMap<string, StoredResult>): number {
  if (entry.role === 'user') return contentTokens(entry.content);
  return entry.blocks.reduce((sum, block) => {
    const result = isToolUse(block) ? results.get(block.id) : undefined;
    return sum + estimateTokens(JSON.stringify(block)) + (result ? contentTokens(result.content) : 0);
  }, 0);
}

/** Files that `entries` show: named by their calls as they stand. */
export function shownFiles(entries: readonly Entry[]): Set<string> {
  return new Set(
    entries.flatMap((entry) =>
      entry.role === 'user'
        ? []
        : entry.blocks.flatMap((block) => {
            const path = isToolUse(block) && block.name === 'Read' ? block.input['file_path'] : undefined;
            return typeof path === 'string' ? [path] : [];
          }),
    ),
  );
}

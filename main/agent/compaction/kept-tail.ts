import { isToolUse } from '../request/blocks.ts';
import type { Entry, StoredResult, Transcript } from '../request/transcript.ts';
import { contentTokens, estimateTokens } from './context-size.ts';

/**
 * Index of the first entry that a compaction keeps verbatim; the number of entries when it keeps none. Unanswered messages are always
 * kept, then whole answers with their results up to `budget` tokens. `undefined` when nothing would be left to compact.
 */
export function keptFrom(transcript: Pick<Transcript, 'entries' | 'results'>, budget: number): number | undefined {
  const { entries, results } = transcript;
  let from = entries.findLastIndex(({ role }) => role === 'assistant') + 1;
  if (from === 0) return undefined;
  let left = budget;
  // The first entry (the earlier summary or the first message) is always compacted.
  while (from > 1) {
    const entry = entries[from - 1];
    if (!entry) break;
    left -= entryTokens(entry, results);
    if (left < 0) break;
    from -= 1;
  }
  return from;
}

/** Tokens of an entry; an answer includes its results. */
export function entryTokens(entry: Entry, results: ReadonlyMap<string, StoredResult>): number {
  if (entry.role === 'user') return contentTokens(entry.content);
  return entry.blocks.reduce((sum, block) => {
    const result = isToolUse(block) ? results.get(block.id) : undefined;
    return sum + estimateTokens(JSON.stringify(block)) + (result ? contentTokens(result.content) : 0);
  }, 0);
}

/** Paths of files shown in `entries`, as named in their calls. */
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

import { inSlices } from '#main/tool/in-slices.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { MAX_FOUND_CALLS } from '#shared/contract/find-limits.ts';
import { findPattern } from '#shared/find-pattern.ts';
import { contentText } from '#shared/session/content-text.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import type { Steps } from '#shared/steps.ts';

/** Characters of results that one search reads. */
const MAX_CHARS = 64 * 1024 * 1024;

/** Details that are shown in place of the result. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(['diff', 'plan', 'questions']);

/** The calls whose results contain a text, in the order of their ends. */
export async function findCalls(events: readonly SessionEvent[], text: string): Promise<CommandOutput<'call.find'>> {
  const pattern = findPattern(text);
  // The log grows meanwhile.
  return pattern === null ? { callIds: [], incomplete: false } : inSlices(search([...events], pattern));
}

function* search(events: readonly SessionEvent[], pattern: RegExp): Steps<CommandOutput<'call.find'>> {
  const callIds: string[] = [];
  let left = MAX_CHARS;
  for (const event of events) {
    if (event.type !== 'call.finished' || SHOWN_OTHERWISE.has(event.data.view.detail?.type ?? '')) continue;
    const result = contentText(event.data.content);
    left -= result.length;
    if (left < 0 || callIds.length === MAX_FOUND_CALLS) return { callIds, incomplete: true };
    if (result.search(pattern) >= 0) callIds.push(event.data.callId);
    yield;
  }
  return { callIds, incomplete: false };
}

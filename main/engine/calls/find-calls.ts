import { inSlices } from '#main/tool/in-slices.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { MAX_FOUND_CALLS } from '#shared/contract/find-limits.ts';
import { findPattern } from '#shared/find-pattern.ts';
import { contentText } from '#shared/session/content-text.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import type { Steps } from '#shared/steps.ts';

/** Characters of results that one search reads. */
const MAX_CHARS = 64 * 1024 * 1024;

/** The calls whose results or diffs contain a text, in the order of their ends. */
export async function findCalls(events: readonly SessionEvent[], text: string): Promise<CommandOutput<'call.find'>> {
  const pattern = findPattern(text);
  // The log grows meanwhile.
  return pattern === null ? { callIds: [], incomplete: false } : inSlices(search([...events], pattern));
}

function* search(events: readonly SessionEvent[], pattern: RegExp): Steps<CommandOutput<'call.find'>> {
  const callIds: string[] = [];
  let left = MAX_CHARS;
  for (const event of events) {
    if (event.type !== 'call.finished') continue;
    const result = shownText(event.data);
    left -= result.length;
    if (left < 0 || callIds.length === MAX_FOUND_CALLS) return { callIds, incomplete: true };
    if (result.search(pattern) >= 0) callIds.push(event.data.callId);
    yield;
  }
  return { callIds, incomplete: false };
}

/** What the window shows of a call's end: a diff in place of the result; plans and questions elsewhere. */
function shownText({ view: { detail }, content }: EventBody<'call.finished'>): string {
  switch (detail?.type) {
    case 'diff':
      return detail.hunks.flatMap(({ lines }) => lines.map((line) => line.slice(1))).join('\n');
    case 'plan':
    case 'questions':
      return '';
    default:
      return contentText(content);
  }
}

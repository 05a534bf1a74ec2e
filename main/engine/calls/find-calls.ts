import { inSlices } from '#main/tool/in-slices.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { MAX_DRAWN_DIFF_LINES, MAX_FOUND_CALLS, MAX_FOUND_IN_CALL } from '#shared/contract/find-limits.ts';
import { findPattern } from '#shared/find-pattern.ts';
import { contentText } from '#shared/session/content-text.ts';
import type { EventBody, SessionEvent } from '#shared/session/event.ts';
import type { Steps } from '#shared/steps.ts';

/** Characters of results that one search reads. */
const MAX_CHARS = 64 * 1024 * 1024;

/** The calls whose results or diffs contain a text and how often, in the order of their ends. */
export async function findCalls(events: readonly SessionEvent[], text: string): Promise<CommandOutput<'call.find'>> {
  const pattern = findPattern(text);
  // The log grows meanwhile.
  return pattern === null ? { calls: [], incomplete: false } : inSlices(search([...events], pattern));
}

function* search(events: readonly SessionEvent[], pattern: RegExp): Steps<CommandOutput<'call.find'>> {
  const calls: CommandOutput<'call.find'>['calls'] = [];
  let left = MAX_CHARS;
  for (const event of events) {
    if (event.type !== 'call.finished') continue;
    const result = shownText(event.data);
    left -= result.length;
    if (left < 0 || calls.length === MAX_FOUND_CALLS) return { calls, incomplete: true };
    const count = countIn(result, pattern, isDrawnInPart(event.data) ? 1 : MAX_FOUND_IN_CALL);
    if (count > 0) calls.push({ callId: event.data.callId, count });
    yield;
  }
  return { calls, incomplete: false };
}

function countIn(text: string, pattern: RegExp, limit: number): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count === limit) break;
  }
  return count;
}

function isDrawnInPart({ view: { detail } }: EventBody<'call.finished'>): boolean {
  return detail?.type === 'diff' && detail.hunks.reduce((sum, { lines }) => sum + lines.length + 1, 0) > MAX_DRAWN_DIFF_LINES;
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

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { SessionEvent } from '#shared/session/event.ts';

/** Maximum bytes of one page. */
const PAGE = 65_536;
/** A page ends at a line end if there is one within this many bytes of its limit. */
const LINE_ROOM = 4096;

const NEWLINE = 0x0a;

/**
 * One page of a call's whole result, from the file it was saved to. Reads only a file that the log names, in the session's own folder, and
 * never through a link.
 * @throws AppError `not_found` when there is none, or it is gone; `refused` when the log names one elsewhere.
 */
export async function callOutput(
  events: readonly SessionEvent[],
  sessionDir: string,
  { callId, offset, toEnd }: { readonly callId: string; readonly offset: number; readonly toEnd: boolean },
): Promise<CommandOutput<'call.output'>> {
  const path = savedPath(events, callId);
  if (path === undefined) throw new AppError('not_found', 'The whole result of this call was not saved to a file.');
  if (dirname(path) !== join(sessionDir, 'tool-results')) throw new AppError('refused', 'This result is outside the session’s folder.');
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((cause: unknown) => {
    throw new AppError('not_found', 'The file with the whole result is gone.', { cause });
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new AppError('refused', 'The result is not a regular file.');
    const total = facts.size;
    // Up to three extra bytes on either side, so that a page starts and ends between characters.
    const from = toEnd ? Math.max(0, total - PAGE) : Math.min(offset, total);
    const buffer = Buffer.alloc(Math.min(PAGE, total - from));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return { ...pageOf(buffer.subarray(0, bytesRead), from, total), total };
  } finally {
    await file.close();
  }
}

/** Cuts bytes to whole characters, and to whole lines where a line ends nearby. `offset` and `end` are file offsets. */
export function pageOf(bytes: Buffer, from: number, total: number): { offset: number; end: number; text: string } {
  const begin = from === 0 ? 0 : wholeFrom(bytes);
  const last = from + bytes.length >= total ? bytes.length : wholeUntil(bytes, begin);
  return { offset: from + begin, end: from + last, text: bytes.toString('utf8', begin, last) };
}

/** Skips bytes that continue a character that started earlier. */
function wholeFrom(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && isContinuation(bytes[at])) at += 1;
  return at;
}

function wholeUntil(bytes: Buffer, begin: number): number {
  const line = bytes.lastIndexOf(NEWLINE) + 1;
  if (line > begin && line > bytes.length - LINE_ROOM) return line;
  let at = bytes.length - 1;
  while (at > bytes.length - 4 && isContinuation(bytes[at])) at -= 1;
  // The last character may be complete; leaving it for the next page costs nothing.
  return at > begin ? at : bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function savedPath(events: readonly SessionEvent[], callId: string): string | undefined {
  const event = events.findLast(
    ({ type, data }) =>
      (type === 'call.finished' || type === 'result.replaced') && 'callId' in data && data.callId === callId && 'persistedPath' in data,
  );
  return event && 'persistedPath' in event.data ? event.data.persistedPath : undefined;
}

import { toLineFeeds, type TextFile } from '../text-file.ts';
import { findMatches, type Matches } from './find-matches.ts';
import { matchLines, notFoundText, severalNearText } from './match-texts.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';

export interface EditRequest {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
}

export interface AppliedEdit {
  readonly ok: true;
  /** The new content of the whole file, without byte order mark. */
  readonly raw: string;
  readonly replaced: number;
  /** How the text of the file differed from `old_string`, if it did. */
  readonly nearMatch?: Matches['near'];
}

/** Applies an edit to a file's text. Everything else stays the same byte for byte, even mixed line ends. */
export function applyEdit(
  file: Pick<TextFile, 'raw' | 'lineEnd'>,
  edit: EditRequest,
): AppliedEdit | { readonly ok: false; readonly message: string } {
  if (edit.old_string === edit.new_string) return refuse(AGENT_ERRORS.changesNothing);
  const text = toLineFeeds(file.raw);
  const old = toLineFeeds(edit.old_string);
  if (old === '') return refuse('old_string is empty. Quote the text to replace, or use Write to give the file new content.');
  const found = findMatches(text, old, toLineFeeds(edit.new_string));
  if (found.matches.length === 0)
    return refuse(`String to replace not found in file.\nString: ${edit.old_string}${notFoundText(text, old)}`);
  // A near match is a guess, too uncertain if there are several.
  if (found.matches.length > 1 && found.near !== undefined) return refuse(severalNearText(text, found));
  if (found.matches.length > 1 && !edit.replace_all) {
    return refuse(
      `Found ${String(found.matches.length)} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance. The matches are at ${matchLines(text, found.matches)}.\nString: ${edit.old_string}`,
    );
  }
  const toRaw = rawIndex(file.raw);
  let raw = '';
  let done = 0;
  for (const match of found.matches) {
    raw += file.raw.slice(done, toRaw(match.start)) + withLineEnd(match.replacement, file.lineEnd);
    done = toRaw(match.end);
  }
  raw += file.raw.slice(done);
  if (raw === file.raw) return refuse('No changes to make: the file already has this content.');
  return { ok: true, raw, replaced: found.matches.length, ...(found.near === undefined ? {} : { nearMatch: found.near }) };
}

export function withLineEnd(text: string, lineEnd: '\n' | '\r\n'): string {
  return lineEnd === '\n' ? text : toLineFeeds(text).replaceAll('\n', '\r\n');
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

/** Maps a position in the text with `\n` line ends to the position in the stored text. */
function rawIndex(raw: string): (index: number) => number {
  const shownBreaks: number[] = [];
  for (let at = raw.indexOf('\r\n'); at !== -1; at = raw.indexOf('\r\n', at + 2)) shownBreaks.push(at - shownBreaks.length);
  return (index) => {
    // Each `\r\n` before the position adds one character. A position directly before a line end is mapped to before its `\r`.
    let low = 0;
    let high = shownBreaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shownBreaks[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return index + low;
  };
}

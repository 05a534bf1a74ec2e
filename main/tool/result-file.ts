import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatBytes } from '#shared/format-bytes.ts';

/** Absolute path for a call's whole result when the model gets less (SPEC B1). Creates the folder. */
export async function makeResultFile(sessionDir: string, toolUseId: string): Promise<string> {
  const file = resultFile(sessionDir, toolUseId);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

/** Absolute path of a new folder for files that belong to a call's result. */
export async function makeResultFolder(sessionDir: string, toolUseId: string): Promise<string> {
  const folder = resultFile(sessionDir, toolUseId).replace(/\.txt$/u, '-files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export function isResultFile(sessionDir: string, file: string): boolean {
  return dirname(file) === join(sessionDir, 'tool-results');
}

/** Ids come from the server, so one that is no plain file name is hashed. */
function resultFile(sessionDir: string, toolUseId: string): string {
  const name = /^[\w-]{1,100}$/.test(toolUseId) ? toolUseId : hash('sha256', toolUseId);
  return join(sessionDir, 'tool-results', `${name}.txt`);
}

/** Characters of a whole preview, including its frame text and the path. */
const MAX_PREVIEW_CHARS = 10_000;
/** Characters shown from the start and from the end each; fewer when the path is very long. */
const PREVIEW_CHARS = 4500;
const FRAME_CHARS = 300;

interface PreviewedText {
  /** The whole text, or a start and an end that are each longer than the part shown. */
  readonly text: string;
  /** Size of the whole text. */
  readonly bytes: number;
  /** Length of the whole text; `undefined` if not counted. */
  readonly chars: number | undefined;
}

interface PreviewOptions {
  /** A sentence that says where the whole text is saved, or why it isn't. */
  readonly where: string;
  /** Characters to show from the start and from the end, if they fit. */
  readonly wanted?: number;
  /** Characters that other text in the same result needs. Default 0. */
  readonly reservedChars?: number;
}

/** The model's view of a result that is too large: its start and end, its size and where the whole is saved (SPEC B1). */
export function previewOf(
  { text, bytes, chars }: PreviewedText,
  { where, wanted = PREVIEW_CHARS, reservedChars = 0 }: PreviewOptions,
): string {
  const location = where.slice(0, MAX_PREVIEW_CHARS / 2);
  const availableChars = Math.floor((MAX_PREVIEW_CHARS - FRAME_CHARS - location.length - reservedChars) / 2);
  const shown = Math.max(0, Math.min(wanted, availableChars));
  const size = `${formatBytes(bytes)}${chars === undefined ? '' : `, ${chars} characters`}`;
  return [
    '<persisted-output>',
    `Output too large (${size}). ${location}`,
    '',
    ...(text.length <= 2 * shown
      ? [text]
      : [
          `Preview (first ${shown} characters):`,
          text.slice(0, shown).toWellFormed(),
          '',
          chars === undefined ? '... [the middle is left out] ...' : `... [${chars - 2 * shown} characters left out] ...`,
          '',
          `Preview (last ${shown} characters):`,
          text.slice(text.length - shown).toWellFormed(),
        ]),
    '</persisted-output>',
  ].join('\n');
}

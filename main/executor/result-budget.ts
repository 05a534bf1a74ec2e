import { mkdir, rm, writeFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { ResultContent } from '#shared/session/content.ts';
import { errorMessage } from './result-texts.ts';

/** Characters of a preview, its own words and the path included. */
const MAX_PREVIEW_CHARS = 10_000;
/** Characters of the beginning, and as many of the end, that it keeps; less when the path is very long. */
const PREVIEW_CHARS = 4500;
const FRAME_CHARS = 300;
/** A result the model has had whole before needs less. */
const SHORT_PREVIEW_CHARS = 1000;

/** Results below this don't become much shorter by being replaced. Characters. */
export const WORTH_REPLACING_CHARS = 4 * SHORT_PREVIEW_CHARS;

export interface BudgetOptions {
  readonly maxChars: number;
  /** Absolute; the whole result goes to `tool-results/` in it. */
  readonly sessionDir: string;
  readonly toolUseId: string;
}

export interface BudgetedResult {
  readonly content: ResultContent;
  /** Set when the model got a preview: the file with the whole text, absolute. */
  readonly persistedPath?: string;
}

/**
 * Keeps a result within the tool's limit (SPEC B1): the whole text goes to a file of the session and the model gets its beginning,
 * its end and the path. Nothing is cut without saying so. What isn't text stays as it is.
 */
export async function budgetResult(content: ResultContent, { maxChars, sessionDir, toolUseId }: BudgetOptions): Promise<BudgetedResult> {
  const text = textOf(content);
  if (text.length <= maxChars) return { content };
  try {
    const file = await saveResult(text, sessionDir, toolUseId);
    return { content: withPreview(content, previewOf(text, savedTo(file), PREVIEW_CHARS)), persistedPath: file };
  } catch (error) {
    const lost = `The full output could not be saved (${errorMessage(error)})`;
    return { content: withPreview(content, previewOf(text, lost, PREVIEW_CHARS)) };
  }
}

/**
 * The short form of a result that was sent whole so far (SPEC B2). The file is there when this resolves.
 * @throws what writing the file throws; then the result had better stay.
 */
export async function replaceResult(
  content: ResultContent,
  { sessionDir, toolUseId }: Omit<BudgetOptions, 'maxChars'>,
): Promise<Required<BudgetedResult>> {
  const text = textOf(content);
  const file = await saveResult(text, sessionDir, toolUseId);
  return { content: withPreview(content, previewOf(text, savedTo(file), SHORT_PREVIEW_CHARS)), persistedPath: file };
}

/** Characters of text; images don't count. */
export function resultChars(content: ResultContent): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

/** @returns the file, absolute. */
async function saveResult(text: string, sessionDir: string, toolUseId: string): Promise<string> {
  const file = resultFile(sessionDir, toolUseId);
  await mkdir(join(sessionDir, 'tool-results'), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    // Half a file would look like the whole.
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
  return file;
}

function savedTo(file: string): string {
  return `Full output saved to: ${file}`;
}

function withPreview(content: ResultContent, preview: string): ResultContent {
  const others = typeof content === 'string' ? [] : content.filter((block) => block.type !== 'text');
  return others.length === 0 ? preview : [{ type: 'text', text: preview }, ...others];
}

/** Ids come from the server: one that is no plain name gets another. */
function resultFile(sessionDir: string, toolUseId: string): string {
  const name = /^[\w-]{1,100}$/.test(toolUseId) ? toolUseId : hash('sha256', toolUseId);
  return join(sessionDir, 'tool-results', `${name}.txt`);
}

function textOf(content: ResultContent): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function previewOf(text: string, where: string, wanted: number): string {
  const whereabouts = where.slice(0, MAX_PREVIEW_CHARS / 2);
  const chars = Math.min(wanted, Math.floor((MAX_PREVIEW_CHARS - FRAME_CHARS - whereabouts.length) / 2));
  const head = text.slice(0, chars).toWellFormed();
  const tail = text.slice(-chars).toWellFormed();
  const left = text.length - 2 * chars;
  const size = `${(Buffer.byteLength(text) / 1024).toFixed(1)}KB, ${text.length} characters`;
  return [
    '<persisted-output>',
    `Output too large (${size}). ${whereabouts}`,
    '',
    ...(left <= 0
      ? [text]
      : [
          `Preview (first ${chars} characters):`,
          head,
          '',
          `... [${left} characters left out] ...`,
          '',
          `Preview (last ${chars} characters):`,
          tail,
        ]),
    '</persisted-output>',
  ].join('\n');
}

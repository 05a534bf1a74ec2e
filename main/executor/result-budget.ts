import { rm, writeFile } from 'node:fs/promises';
import { makeResultFile, previewOf } from '#main/tool/result-file.ts';
import type { ResultContent } from '#shared/session/content.ts';
import { contentText } from '#shared/session/content-text.ts';
import { errorMessage } from './result-texts.ts';

/** Preview length for a result that the model has already seen in full, in characters. */
const SHORT_PREVIEW_CHARS = 1000;

/** Replacing a shorter result saves too little. Characters. */
export const WORTH_REPLACING_CHARS = 4 * SHORT_PREVIEW_CHARS;

export interface BudgetOptions {
  readonly maxChars: number;
  /** Absolute; full results are saved in its `tool-results/`. */
  readonly sessionDir: string;
  readonly toolUseId: string;
}

export interface BudgetedResult {
  readonly content: ResultContent;
  /** File with the full text, absolute; set when the model gets a preview. */
  readonly persistedPath?: string;
}

/**
 * Applies the tool's result limit (SPEC B1): the full text is saved to a session file, and the model gets its start, its end and the
 * path, with a note on what is cut. Non-text content is unchanged.
 */
export async function budgetResult(content: ResultContent, { maxChars, sessionDir, toolUseId }: BudgetOptions): Promise<BudgetedResult> {
  const text = contentText(content);
  if (text.length <= maxChars) return { content };
  try {
    const file = await saveResult(text, sessionDir, toolUseId);
    return { content: withPreview(content, preview(text, savedTo(file))), persistedPath: file };
  } catch (error) {
    const lost = `The full output could not be saved (${errorMessage(error)})`;
    return { content: withPreview(content, preview(text, lost)) };
  }
}

/**
 * Short form of a result that was sent in full before (SPEC B2). Its file exists once the promise resolves.
 * @throws when the file can't be written; the result should then stay.
 */
export async function replaceResult(
  content: ResultContent,
  { sessionDir, toolUseId }: Omit<BudgetOptions, 'maxChars'>,
): Promise<Required<BudgetedResult>> {
  const text = contentText(content);
  const file = await saveResult(text, sessionDir, toolUseId);
  return { content: withPreview(content, preview(text, savedTo(file), SHORT_PREVIEW_CHARS)), persistedPath: file };
}

/** Characters of text; images don't count. */
export function resultChars(content: ResultContent): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

/** @returns the absolute path of the file. */
async function saveResult(text: string, sessionDir: string, toolUseId: string): Promise<string> {
  const file = await makeResultFile(sessionDir, toolUseId);
  try {
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    // A partial file would pass for the full text.
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

function preview(text: string, where: string, wanted?: number): string {
  return previewOf({ text, bytes: Buffer.byteLength(text), chars: text.length }, { where, ...(wanted !== undefined && { wanted }) });
}

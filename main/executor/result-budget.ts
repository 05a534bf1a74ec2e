import { rm, writeFile } from 'node:fs/promises';
import { makeResultFile } from '#main/tool/result-file.ts';
import { previewOf } from '#main/tool/result-preview.ts';
import type { ResultContent } from '#shared/session/content.ts';
import { errorMessage } from './result-texts.ts';

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
    return { content: withPreview(content, preview(text, savedTo(file))), persistedPath: file };
  } catch (error) {
    const lost = `The full output could not be saved (${errorMessage(error)})`;
    return { content: withPreview(content, preview(text, lost)) };
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
  return { content: withPreview(content, preview(text, savedTo(file), SHORT_PREVIEW_CHARS)), persistedPath: file };
}

/** Characters of text; images don't count. */
export function resultChars(content: ResultContent): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

/** @returns the file, absolute. */
async function saveResult(text: string, sessionDir: string, toolUseId: string): Promise<string> {
  const file = await makeResultFile(sessionDir, toolUseId);
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

function textOf(content: ResultContent): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function preview(text: string, where: string, wanted?: number): string {
  return previewOf({ text, bytes: Buffer.byteLength(text), chars: text.length }, { where, ...(wanted !== undefined && { wanted }) });
}

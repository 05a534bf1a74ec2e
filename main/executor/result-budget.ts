import { mkdir, writeFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { ResultContent } from '#shared/session/content.ts';
import { errorMessage } from './result-texts.ts';

/** Characters of the beginning and of the end that a preview keeps. Together with its own words it stays below 10 000. */
const HEAD_CHARS = 4500;
const TAIL_CHARS = 4500;

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
 * its end and the path. Nothing is cut without saying so. Images stay as they are.
 */
export async function budgetResult(content: ResultContent, { maxChars, sessionDir, toolUseId }: BudgetOptions): Promise<BudgetedResult> {
  const text = textOf(content);
  if (text.length <= maxChars) return { content };
  const file = resultFile(sessionDir, toolUseId);
  let problem: string | undefined;
  try {
    await mkdir(join(sessionDir, 'tool-results'), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    problem = errorMessage(error);
  }
  const preview = previewOf(
    text,
    problem === undefined ? `Full output saved to: ${file}` : `The full output could not be saved (${problem})`,
  );
  const images = typeof content === 'string' ? [] : content.filter((block) => block.type === 'image');
  return {
    content: images.length === 0 ? preview : [{ type: 'text', text: preview }, ...images],
    ...(problem === undefined && { persistedPath: file }),
  };
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

function previewOf(text: string, whereabouts: string): string {
  const head = text.slice(0, HEAD_CHARS).toWellFormed();
  const tail = text.slice(-TAIL_CHARS).toWellFormed();
  const left = text.length - HEAD_CHARS - TAIL_CHARS;
  const size = `${(Buffer.byteLength(text) / 1024).toFixed(1)}KB, ${text.length} characters`;
  return [
    '<persisted-output>',
    `Output too large (${size}). ${whereabouts}`,
    '',
    ...(left <= 0
      ? [text]
      : [
          `Preview (first ${HEAD_CHARS} characters):`,
          head,
          '',
          `... [${left} characters left out] ...`,
          '',
          `Preview (last ${TAIL_CHARS} characters):`,
          tail,
        ]),
    '</persisted-output>',
  ].join('\n');
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '#shared/error-message.ts';
import type { HookOutput } from './hook-output.ts';

/** Longer strings are cut, and the full text is saved to a file. */
const MAX_HOOK_STRING_CHARS = 10_000;
const PREVIEW_CHARS = 2000;

/** Text of a hook as shown to the model. Saved with the tool results, which Read may open without asking. */
export async function keepText(text: string, sessionDir: string, name: string): Promise<string> {
  if (text.length <= MAX_HOOK_STRING_CHARS) return text;
  const preview = text.slice(0, PREVIEW_CHARS).toWellFormed();
  try {
    const folder = join(sessionDir, 'tool-results');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `hook-${name}.txt`);
    await writeFile(file, text, { mode: 0o600 });
    return `${preview}\n… [${text.length} characters; the whole text is in ${file}]`;
  } catch (error) {
    const why = errorMessage(error);
    return `${preview}\n… [${text.length} characters; the rest could not be saved: ${why}]`;
  }
}

/** Limits every string that may reach the model. */
export async function withKeptTexts(output: HookOutput, sessionDir: string, runId: string): Promise<HookOutput> {
  const { context, block, permission, stop, answer } = output;
  return {
    ...output,
    ...(stop !== undefined && { stop: await keepText(stop, sessionDir, `${runId}-stop`) }),
    ...(answer?.behavior === 'deny' &&
      answer.message !== undefined && { answer: { ...answer, message: await keepText(answer.message, sessionDir, `${runId}-reason`) } }),
    ...(context !== undefined && { context: await keepText(context, sessionDir, `${runId}-context`) }),
    ...(block !== undefined && { block: await keepText(block, sessionDir, `${runId}-reason`) }),
    ...(permission && { permission: { ...permission, reason: await keepText(permission.reason, sessionDir, `${runId}-reason`) } }),
  };
}

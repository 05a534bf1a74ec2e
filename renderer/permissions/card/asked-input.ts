import { useCallback, useEffect, useState } from 'react';
import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { isWhole } from '../queue/likeness.ts';

export type AskedInput =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly state: 'failed'; readonly why: string; readonly retry: () => void };

/** The whole input of an ask. Fetched separately, since many asks may be pending. */
export function useAskedInput({ sessionId, askId, digest }: QueuedAsk): AskedInput {
  const [asked, setAsked] = useState<AskedInput>({ state: 'loading' });
  const [attempts, setAttempts] = useState(0);
  const connected = useWindow((state) => state.connection !== 'lost');
  const retry = useCallback(() => {
    setAsked({ state: 'loading' });
    setAttempts((count) => count + 1);
  }, []);
  useEffect(() => {
    let current = true;
    call('permission.input', { sessionId, askId })
      .then((reply) => {
        if (!current) return;
        // A different digest: the ask changed meanwhile and will be rendered again.
        if (reply.digest === digest) setAsked({ state: 'ready', input: reply.input });
      })
      .catch((error: unknown) => {
        if (current) setAsked({ state: 'failed', why: errorMessage(error), retry });
      });
    return () => {
      current = false;
    };
  }, [sessionId, askId, digest, attempts, retry, connected]);
  return asked;
}

/** One property of an input, as text. */
interface InputField {
  readonly name: string;
  readonly text: string;
}

/**
 * All properties the card doesn't show, in order: strings as they are, the rest as JSON.
 *
 * @param isInTitle Whether the title says this path.
 */
export function otherFields(
  input: Readonly<Record<string, unknown>>,
  detail: ToolViewDetail | undefined,
  isInTitle: (path: string) => boolean = () => false,
): readonly InputField[] {
  return Object.entries(input)
    .filter(([name, value]) => !isDrawn(name, value, detail) && !(PATHS.has(name) && typeof value === 'string' && isInTitle(value)))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) }));
}

/** Whether the card already shows the value; `replace_all: false` is the default and not worth showing. */
function isDrawn(name: string, value: unknown, detail: ToolViewDetail | undefined): boolean {
  if (detail?.type === 'command') return name === 'command';
  if (detail?.type !== 'diff' || !isWhole(detail)) return false;
  return DRAWN_IN_DIFFS.has(name) || (name === 'replace_all' && value === false);
}

const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path']);
const DRAWN_IN_DIFFS: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'content', 'old_string', 'new_string', 'new_source']);

/** Whether a change may be allowed in part, judged by the card alone; `hunkChoice` decides. */
export function mayHaveHunks({ toolName, view: { detail } }: Pick<PendingAsk, 'toolName' | 'view'>): boolean {
  if (detail?.type !== 'diff' || detail.truncated === true || detail.created === true) return false;
  if (toolName === 'Write') return detail.hunks.length > 1;
  return toolName === 'Edit' && detail.hunks.reduce((count, hunk) => count + changes(hunk.lines), 0) > 1;
}

/** Counts runs of changed lines. */
function changes(lines: readonly string[]): number {
  return lines.filter((line, index) => !line.startsWith(' ') && (lines[index - 1] ?? ' ').startsWith(' ')).length;
}

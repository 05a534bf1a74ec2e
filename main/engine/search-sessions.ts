import { parseJson } from '#shared/json-limits.ts';
import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { parseSessionEvent } from '#shared/session/event.ts';
import { textBlockSchema } from '#shared/session/content.ts';
import { contentText } from '#shared/session/content-text.ts';
import { ripgrep } from '#main/tools/ripgrep.ts';

export interface FoundSession {
  readonly sessionId: string;
  /** The first match with some context; one line. */
  readonly snippet: string;
  readonly count: number;
}

export interface SearchSessionsOptions {
  readonly ripgrepPath: string;
  /** Contains a folder for each session. */
  readonly folder: string;
  readonly query: string;
  /** Default 3000. */
  readonly limitMs?: number;
}

const MAX_PER_SESSION = 50;
const MAX_SESSIONS = 100;
const AROUND = 60;

const OPTIONS = '--ignore-case --no-ignore --hidden --with-filename --no-line-number --null --no-heading --glob events.jsonl'
  .split(' ')
  .concat('--max-count', String(MAX_PER_SESSION));

/**
 * Searches the messages of people and the model in a project's sessions, ignoring case; tool results are not searched. Limited in time and
 * number of results: `incomplete` means that there may be more.
 */
export async function searchSessions({ ripgrepPath, folder, query, limitMs = 3000 }: SearchSessionsOptions): Promise<{
  readonly sessions: readonly FoundSession[];
  readonly incomplete: boolean;
}> {
  if (!existsSync(folder)) return { sessions: [], incomplete: false };
  const found = new Map<string, FoundSession>();
  const signal = AbortSignal.timeout(limitMs);
  let incomplete = false;
  const take = (record: string): boolean => {
    const [file = '', line = ''] = record.split('\0', 2);
    const sessionId = file.split(sep).find((part) => part !== '' && part !== '.') ?? '';
    const snippet = snippetIn(line, query);
    if (snippet === undefined) return true;
    const before = found.get(sessionId);
    if (!before && found.size >= MAX_SESSIONS) {
      incomplete = true;
      return false;
    }
    found.set(sessionId, before ? { ...before, count: before.count + 1 } : { sessionId, snippet, count: 1 });
    return true;
  };
  try {
    await ripgrep({
      binary: ripgrepPath,
      args: [...OPTIONS, '--regexp', patternFor(query), '.'],
      cwd: folder,
      root: folder,
      signal,
      separator: '\n',
      onRecord: take,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    incomplete = true;
  }
  return { sessions: [...found.values()], incomplete };
}

/** Matches a log line of a message that contains the words as JSON encodes them. */
function patternFor(query: string): string {
  const spelled = JSON.stringify(query).slice(1, -1);
  return `"type":"(?:user\\.message|assistant\\.block)".*${spelled.replaceAll(/[\\^$.*+?()[\]{}|#&~-]/g, String.raw`\$&`)}`;
}

function snippetIn(line: string, query: string): string | undefined {
  const text = messageText(line);
  const at = text?.toLowerCase().indexOf(query.toLowerCase()) ?? -1;
  if (text === undefined || at < 0) return undefined;
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + query.length + AROUND);
  const words = text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`;
}

function messageText(line: string): string | undefined {
  try {
    const event = parseSessionEvent(parseJson(line));
    if (event?.type === 'user.message') {
      const { visibility, content, attachment } = event.data;
      if (visibility === 'model' || attachment) return undefined;
      return contentText(content);
    }
    if (event?.type !== 'assistant.block') return undefined;
    const block = textBlockSchema.safeParse(event.data.block);
    return block.success ? block.data.text : undefined;
  } catch {
    // Another process may be writing this line.
    return undefined;
  }
}

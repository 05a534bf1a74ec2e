import { z } from 'zod';
import type { HookEvent } from '#shared/settings/hook-settings.ts';

/** Limits on what a hook may set beyond a decision, in characters and in number. */
const MAX_TITLE_CHARS = 200;
const MAX_PATH_CHARS = 4096;
const MAX_WATCH_PATHS = 100;
const MAX_DISPLAY_CHARS = 250_000;

/** Fields of `hookSpecificOutput` that only some events have. */
export const eventAnswerFields = {
  displayContent: z.string().optional(),
  action: z.enum(['accept', 'decline', 'cancel']).optional(),
  content: z.record(z.string(), z.unknown()).optional(),
  worktreePath: z.string().optional(),
  watchPaths: z.array(z.string()).optional(),
  sessionTitle: z.string().optional(),
} as const;

const fieldsSchema = z.object(eventAnswerFields);
type EventAnswerFields = z.output<typeof fieldsSchema>;

/** A hook's answer to an event that needs more than a decision. */
export interface EventAnswer {
  /** MessageDisplay: shown instead of the model's text. */
  readonly displayContent?: string;
  /** Elicitation, ElicitationResult: the answer to the MCP server. */
  readonly elicitation?: { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: Readonly<Record<string, unknown>> };
  /** WorktreeCreate: the folder that the hook has created. */
  readonly worktreePath?: string;
  /** SessionStart, CwdChanged, FileChanged: files to watch for FileChanged hooks from now on. */
  readonly watchPaths?: readonly string[];
  /** SessionStart: title of a session that has none. */
  readonly sessionTitle?: string;
}

const WATCHING: ReadonlySet<HookEvent> = new Set(['SessionStart', 'CwdChanged', 'FileChanged']);

/** Reads the fields that belong to the event; others are ignored. */
export function eventAnswer(event: HookEvent, fields: EventAnswerFields | undefined): EventAnswer {
  if (!fields) return {};
  const { displayContent, action, content, worktreePath, watchPaths, sessionTitle } = fields;
  const asksForForm = event === 'Elicitation' || event === 'ElicitationResult';
  return {
    ...(event === 'MessageDisplay' && displayContent !== undefined && { displayContent: displayContent.slice(0, MAX_DISPLAY_CHARS) }),
    ...(asksForForm && action !== undefined && { elicitation: { action, ...(content && { content }) } }),
    ...(event === 'WorktreeCreate' && worktreePath !== undefined && { worktreePath }),
    ...(WATCHING.has(event) && watchPaths && { watchPaths: watchPaths.filter(isPath).slice(0, MAX_WATCH_PATHS) }),
    ...(event === 'SessionStart' && sessionTitle !== undefined && { sessionTitle: titleOf(sessionTitle) }),
  };
}

/** The last line of plain output of a WorktreeCreate hook is the path of the new folder; lines before it may report progress. */
export function textAnswer(event: HookEvent, text: string): EventAnswer {
  const lastLine = text.trim().split('\n').at(-1)?.trim() ?? '';
  return event === 'WorktreeCreate' && lastLine !== '' && isPath(lastLine) ? { worktreePath: lastLine } : {};
}

/** The last answer wins; paths to watch are combined. */
export function combineAnswers(answers: readonly EventAnswer[]): EventAnswer {
  const merged = answers.reduce<EventAnswer>((all, answer) => ({ ...all, ...answer }), {});
  // A refusal wins over an answer on the person's behalf.
  const refusal = answers.find(({ elicitation }) => elicitation !== undefined && elicitation.action !== 'accept')?.elicitation;
  const watchPaths = [...new Set(answers.flatMap((answer) => answer.watchPaths ?? []))].slice(0, MAX_WATCH_PATHS);
  return { ...merged, ...(refusal && { elicitation: refusal }), ...(watchPaths.length > 0 && { watchPaths }) };
}

function isPath(text: string): boolean {
  return text !== '' && text.length <= MAX_PATH_CHARS && !text.includes('\0');
}

function titleOf(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim().slice(0, MAX_TITLE_CHARS).toWellFormed();
}

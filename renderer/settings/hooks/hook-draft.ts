import type { HookRow, PlacedHook } from '#shared/contract/commands/hook-commands.ts';
import type { SettingsDestination } from '#shared/contract/commands/settings-commands.ts';
import { isRecord } from '#shared/is-record.ts';
import type { HookHandlerSettings, HookType } from '#shared/settings/hook-settings.ts';
import { destinationOf } from './hook-task.ts';
import { words } from './words.ts';

/** The form of a hook. Texts, as typed. */
export interface HookDraft {
  readonly event: string;
  readonly matcher: string;
  readonly type: HookType;
  readonly destination: SettingsDestination;
  readonly command: string;
  readonly url: string;
  readonly server: string;
  readonly tool: string;
  readonly prompt: string;
  readonly condition: string;
  readonly timeout: string;
  readonly statusMessage: string;
  readonly failClosed: boolean;
  /** JSON of all other fields. */
  readonly others: string;
}

/** The main fields of each type. */
export const MAIN_FIELDS = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
} as const satisfies Readonly<Record<HookType, readonly (keyof HookDraft)[]>>;

const NEW: HookDraft = {
  event: 'PreToolUse',
  matcher: '',
  type: 'command',
  destination: 'user',
  command: '',
  url: '',
  server: '',
  tool: '',
  prompt: '',
  condition: '',
  timeout: '',
  statusMessage: '',
  failClosed: false,
  others: '',
};

export function draftOf(hook: HookRow | undefined, type: HookType | undefined): HookDraft {
  if (!hook) return NEW;
  const { event, matcher, handler, source } = hook;
  const { type: own, command, url, server, tool, prompt, if: condition, timeout, statusMessage, failClosed, ...others } = handler;
  const kind = type ?? 'command';
  const main = { command, url, server, tool, prompt };
  // Fields of another type are kept with the others.
  const foreign = Object.entries(main).filter(([name, value]) => value !== undefined && !MAIN_FIELDS[kind].some((field) => field === name));
  const rest = { ...Object.fromEntries(foreign), ...others, ...(type === undefined && { type: own }) };
  return {
    event,
    matcher,
    type: kind,
    destination: destinationOf(source) ?? 'user',
    command: command ?? '',
    url: url ?? '',
    server: server ?? '',
    tool: tool ?? '',
    prompt: prompt ?? '',
    condition: condition ?? '',
    timeout: timeout === undefined ? '' : String(timeout),
    statusMessage: statusMessage ?? '',
    failClosed: failClosed ?? false,
    others: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest, undefined, 2),
  };
}

/** Mistakes by field; empty if the draft can be saved. */
export function draftMistakes(draft: HookDraft): Partial<Record<keyof HookDraft, string>> {
  const missing = MAIN_FIELDS[draft.type].filter((field) => draft[field].trim() === '');
  return {
    ...Object.fromEntries(missing.map((field) => [field, words.missing])),
    ...(draft.timeout.trim() !== '' && !(Number(draft.timeout) > 0) && { timeout: words.notNumber }),
    ...(othersOf(draft) === undefined && { others: words.notJson }),
  };
}

/** The hook that a draft without mistakes describes. */
export function hookOf(draft: HookDraft): PlacedHook {
  const { event, matcher, type, condition, timeout, statusMessage, failClosed } = draft;
  const main = Object.fromEntries(MAIN_FIELDS[type].map((field) => [field, draft[field]]));
  const handler: HookHandlerSettings = {
    type,
    ...main,
    ...(condition.trim() !== '' && { if: condition.trim() }),
    ...(timeout.trim() !== '' && { timeout: Number(timeout) }),
    ...(statusMessage.trim() !== '' && { statusMessage: statusMessage.trim() }),
    ...(failClosed && { failClosed }),
    ...othersOf(draft),
  };
  return { event, matcher: matcher.trim(), handler };
}

function othersOf({ others }: HookDraft): Record<string, unknown> | undefined {
  if (others.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(others);
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON: the field says so.
    return undefined;
  }
}

import { z } from 'zod';
import type { TriggerService } from '#main/tool/services/triggers.ts';
import type { Trigger } from '#shared/session/view.ts';

export interface TriggerAnswer {
  /** As in HTTP. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly summary: string;
}

/** Without hidden characters, since the window shows it. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]*$/u, 'has hidden characters');
const prompt = z.string().trim().min(1).max(20_000);
const createSchema = z.strictObject({ name, prompt, enabled: z.boolean().optional() });
const updateSchema = z.strictObject({
  name: name.optional(),
  prompt: prompt.optional(),
  enabled: z.boolean().optional(),
  /** The trigger was removed. */
  deleted: z.literal(true).optional(),
});

/** Runs per page, and characters of a log per page. */
const PAGE_RUNS = 20;
const PAGE_CHARS = 10_000;

export function listTriggers({ triggers }: TriggerService): TriggerAnswer {
  return { status: 200, body: { data: triggers.map(shown) }, summary: counted(triggers.length, 'trigger') };
}

export function getTrigger({ triggers }: TriggerService, id: string | undefined): TriggerAnswer {
  const trigger = triggers.find(({ triggerId }) => triggerId === id);
  return trigger ? { status: 200, body: shown(trigger), summary: trigger.name } : notFound(id);
}

export function createTrigger(service: TriggerService, body: unknown, webhook: boolean): TriggerAnswer {
  const parsed = createSchema.safeParse(body);
  if (!parsed.success) return invalid(parsed.error);
  const trigger = service.add({ ...parsed.data, enabled: parsed.data.enabled ?? true, webhook });
  const next = webhook ? ' The user makes its key in the window, where they see it once; until then it can’t be called.' : '';
  return { status: 200, body: shown(trigger), summary: `Made ${trigger.name} (${trigger.triggerId}).${next}` };
}

export function updateTrigger(service: TriggerService, id: string | undefined, body: unknown): TriggerAnswer {
  const parsed = updateSchema.safeParse(body);
  if (!parsed.success) return invalid(parsed.error);
  const { deleted, ...change } = parsed.data;
  if (deleted) {
    const removed = id === undefined ? undefined : service.remove(id);
    return removed ? { status: 200, body: { id: removed.triggerId, deleted: true }, summary: `Removed ${removed.name}.` } : notFound(id);
  }
  const trigger = id === undefined ? undefined : service.change(id, change);
  return trigger ? { status: 200, body: shown(trigger), summary: `Changed ${trigger.name}.` } : notFound(id);
}

export function runTrigger(service: TriggerService, id: string | undefined, body: unknown): TriggerAnswer {
  const started = service.start(id ?? '', 'agent', body === undefined ? undefined : JSON.stringify(body));
  switch (started.type) {
    case 'accepted':
      return { status: 202, body: { session_id: started.runId }, summary: 'It runs when the session is idle.' };
    case 'unknown':
      return notFound(id);
    case 'disabled':
    case 'refused':
      return { status: 409, body: { error: 'The trigger is disabled.' }, summary: 'It is disabled.' };
    case 'busy':
      return { status: 429, body: { error: 'There were too many runs. Try again later.' }, summary: 'Too many runs.' };
  }
}

export function listRuns({ triggers }: TriggerService, id: string | undefined, cursor: string | undefined): TriggerAnswer {
  const trigger = triggers.find(({ triggerId }) => triggerId === id);
  if (!trigger) return notFound(id);
  const newest = trigger.runs.toReversed();
  const start = cursor === undefined ? 0 : newest.findIndex(({ runId }) => runId === cursor) + 1;
  if (cursor !== undefined && start === 0) return badCursor();
  const page = newest.slice(start, start + PAGE_RUNS);
  const more = newest.length > start + PAGE_RUNS;
  const data = page.map(({ runId, via, at }) => ({ session_id: runId, via, started_at: new Date(at).toISOString() }));
  return { status: 200, body: { data, ...(more && { next_cursor: page.at(-1)?.runId }) }, summary: counted(page.length, 'run') };
}

export function getRunLog(service: TriggerService, runId: string | undefined, cursor: string | undefined): TriggerAnswer {
  const found = runId === undefined ? undefined : service.runLog(runId);
  if (!found) return { status: 404, body: { error: 'There is no such run.' }, summary: 'No such run.' };
  const text = found.texts.join('\n\n');
  const start = cursor === undefined ? 0 : /^c\d{1,9}$/u.test(cursor) ? Number(cursor.slice(1)) : -1;
  if (start < 0 || start > text.length) return badCursor();
  const end = start + PAGE_CHARS;
  const body = { session_id: runId, trigger_id: found.triggerId, state: found.state, text: text.slice(start, end).toWellFormed() };
  return {
    status: 200,
    body: { ...body, ...(end < text.length && { next_cursor: `c${String(end)}` }) },
    summary: `The run has state “${found.state}”.`,
  };
}

/** Without the key's digest. */
function shown({ triggerId, name: own, prompt: text, enabled, webhook, keyDigest, createdAt, runs }: Trigger): Record<string, unknown> {
  return {
    id: triggerId,
    name: own,
    prompt: text,
    enabled,
    type: webhook ? 'webhook' : 'manual',
    ...(webhook && { can_be_called: keyDigest !== null }),
    created_at: new Date(createdAt).toISOString(),
    runs: runs.length,
  };
}

function notFound(id: string | undefined): TriggerAnswer {
  const error = id === undefined ? 'trigger_id is missing.' : 'There is no such trigger.';
  return { status: id === undefined ? 400 : 404, body: { error }, summary: error };
}

function invalid(error: z.ZodError): TriggerAnswer {
  const message = `body: ${z.prettifyError(error).replaceAll('✖ ', '')}`.slice(0, 1000);
  return { status: 400, body: { error: message }, summary: message };
}

function badCursor(): TriggerAnswer {
  return { status: 400, body: { error: 'The cursor is not from this listing.' }, summary: 'Unknown cursor.' };
}

function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`;
}

import { systemReminder } from '#main/tool/own-tags.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { SessionEventType } from '#shared/session/event.ts';
import type { Trigger } from '#shared/session/view.ts';
import { createLogger } from '#main/log/logger.ts';
import type { TriggerChange, TriggerRunLog, TriggerService, TriggerStart } from '#main/tool/services/triggers.ts';
import { reminderEvent } from '../session/prompt.ts';
import type { SessionServices } from '../session/session-services.ts';
import { promptOf, triggeredText, type WaitingRun } from './trigger-prompt.ts';

const log = createLogger('session');

const MAX_TRIGGERS = 20;
/** Maximum runs of one trigger per `PERIOD_MS`. */
const MAX_RUNS = 20;
const PERIOD_MS = 10 * 60_000;
/** Maximum runs that wait for the session to be idle. */
const MAX_WAITING = 20;
/** Events after which a waiting run may be able to start. */
const MAY_FREE: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'turn.ended',
  'session.budget',
  'session.model',
  'user.unqueued',
  'session.mode',
]);

interface SessionTriggersOptions {
  readonly services: SessionServices;
  /** Nothing runs, and a turn may start. */
  readonly isIdle: () => boolean;
  /** Starts a turn. `false` when it can't. */
  readonly start: (prompts: readonly { readonly messageId: string; readonly text: string }[]) => boolean;
}

/**
 * Prompts that another program or the agent may start. Each starts its own turn when the session is idle; its calls are decided like any
 * others, in the session's mode. Waiting runs are lost when the session closes.
 */
export class SessionTriggers implements TriggerService {
  readonly #options: SessionTriggersOptions;
  readonly #waiting: WaitingRun[] = [];
  /** When runs of each trigger were accepted, by a monotonic clock. */
  readonly #accepted = new Map<string, readonly number[]>();
  #unsubscribe: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SessionTriggersOptions) {
    this.#options = options;
  }

  get triggers(): readonly Trigger[] {
    return this.#options.services.view.triggers;
  }

  /** Begins to start waiting runs. */
  begin(): void {
    const { isNonInteractive, log: events } = this.#options.services;
    // A session without a window ends with its turn.
    if (isNonInteractive) return;
    this.#unsubscribe = events.subscribe(({ type }) => {
      if (MAY_FREE.has(type)) this.#lookSoon();
    });
  }

  add(trigger: Parameters<TriggerService['add']>[0]): Trigger {
    if (this.triggers.length >= MAX_TRIGGERS) throw new Error(`There are already ${String(MAX_TRIGGERS)} triggers. Remove one first.`);
    return this.#save({ triggerId: `trig_${randomBytes(6).toString('hex')}`, ...trigger });
  }

  change(triggerId: string, { name, prompt, enabled }: TriggerChange): Trigger | undefined {
    const before = this.#find(triggerId);
    if (!before) return undefined;
    const { webhook } = before;
    return this.#save({
      triggerId,
      webhook,
      name: name ?? before.name,
      prompt: prompt ?? before.prompt,
      enabled: enabled ?? before.enabled,
    });
  }

  remove(triggerId: string, by: 'agent' | 'user' = 'agent'): Trigger | undefined {
    const trigger = this.#find(triggerId);
    if (trigger) this.#options.services.append({ type: 'trigger.removed', data: { triggerId, by } });
    return trigger;
  }

  /** Stores the key that a person created. `false` for an unknown trigger, or one without a webhook. */
  setKey(triggerId: string, digest: string): boolean {
    if (this.#find(triggerId)?.webhook !== true) return false;
    this.#options.services.append({ type: 'trigger.key', data: { triggerId, digest } });
    return true;
  }

  start(triggerId: string, via: WaitingRun['via'], payload: string | undefined): TriggerStart {
    const trigger = this.#find(triggerId);
    if (!trigger || this.#isClosed) return { type: 'unknown' };
    if (!trigger.enabled) return { type: 'disabled' };
    // A text from outside must not act without a person who can see it.
    if (via === 'webhook' && this.#options.services.view.mode === 'bypassPermissions') return { type: 'refused' };
    if (this.#waiting.length >= MAX_WAITING || !this.#isBelowLimit(triggerId)) return { type: 'busy' };
    const runId = `session_${randomBytes(9).toString('hex')}`;
    this.#waiting.push({ runId, triggerId, via, payload });
    this.#lookSoon();
    return { type: 'accepted', runId };
  }

  runLog(runId: string): TriggerRunLog | undefined {
    const waiting = this.#waiting.find((run) => run.runId === runId);
    if (waiting) return { triggerId: waiting.triggerId, state: 'waiting', texts: [] };
    const { view } = this.#options.services;
    for (const { triggerId, runs } of this.triggers) {
      const run = runs.find((one) => one.runId === runId);
      if (!run) continue;
      const begin = view.items.findIndex(({ id }) => id === run.messageId);
      const rest = begin === -1 ? [] : view.items.slice(begin + 1);
      const end = rest.findIndex(({ type }) => type === 'user');
      const texts = (end === -1 ? rest : rest.slice(0, end)).flatMap((item) => (item.type === 'text' ? [item.text] : []));
      return { triggerId, state: end === -1 && begin !== -1 && view.turn !== null ? 'running' : 'ended', texts };
    }
    return undefined;
  }

  dispose(): void {
    this.#isClosed = true;
    this.#unsubscribe?.();
    this.#waiting.length = 0;
  }

  #find(triggerId: string): Trigger | undefined {
    return this.triggers.find((trigger) => trigger.triggerId === triggerId);
  }

  #save(data: Pick<Trigger, 'triggerId' | 'name' | 'prompt' | 'enabled' | 'webhook'>): Trigger {
    this.#options.services.append({ type: 'trigger.saved', data });
    return this.#find(data.triggerId) ?? { ...data, keyDigest: null, createdAt: Date.now(), runs: [] };
  }

  #isBelowLimit(triggerId: string): boolean {
    const now = performance.now();
    const recent = (this.#accepted.get(triggerId) ?? []).filter((at) => now - at < PERIOD_MS);
    if (recent.length >= MAX_RUNS) return false;
    this.#accepted.set(triggerId, [...recent, now]);
    return true;
  }

  #lookSoon(): void {
    if (this.#waiting.length > 0) setImmediate(() => this.#look());
  }

  /** One run per turn, so that each has its own answer. Never throws. */
  #look(): void {
    try {
      const { services, isIdle, start } = this.#options;
      const { view, append, overBudget } = services;
      // The user's own queued messages come first, and over budget a turn would end at once.
      if (this.#isClosed || !isIdle() || view.queued.length > 0 || overBudget(view.model) !== undefined) return;
      const run = this.#waiting.shift();
      if (!run) return;
      const trigger = this.#find(run.triggerId);
      // Removed, switched off, or the mode changed while it waited.
      if (!trigger?.enabled || (run.via === 'webhook' && view.mode === 'bypassPermissions')) return this.#lookSoon();
      const messageId = randomUUID();
      append({ type: 'trigger.ran', data: { triggerId: run.triggerId, runId: run.runId, via: run.via, messageId } });
      append(reminderEvent(systemReminder(triggeredText(trigger, run))));
      start([{ messageId, text: promptOf(trigger, run) }]);
    } catch (error) {
      // For example, the log can't be written, which the session reports.
      log.warn('A triggered prompt can’t be started', error);
    }
  }
}

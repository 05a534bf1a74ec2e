import { systemReminder } from '#main/tool/own-tags.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { NewSessionEvent, SessionEventType } from '#shared/session/event.ts';
import type { LaterWork } from '#shared/session/view.ts';
import { createLogger } from '#main/log/logger.ts';
import type { CronRequest, ScheduleService, WakeupRequest } from '#main/tool/services/schedules.ts';
import { reminderEvent } from '../session/prompt.ts';
import type { SessionServices } from '../session/session-services.ts';
import { nextRun } from './cron-times.ts';
import { cronWords } from './cron-words.ts';

const log = createLogger('session');

const MAX_SCHEDULES = 50;
/** A recurring schedule ends with its first run after this time. */
export const MAX_AGE_MS = 30 * 24 * 3_600_000;
/** Timers stop while the computer sleeps and don't follow changes of its clock, so the time is checked this often. */
const LOOK_EVERY_MS = 60_000;
/** Events after which a due prompt may be able to start. */
const MAY_FREE: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'turn.ended',
  'session.budget',
  'session.model',
  'user.unqueued',
  'schedule.added',
]);

export interface SessionSchedulesOptions {
  readonly services: SessionServices;
  /** Nothing runs, and a turn may start. */
  readonly isIdle: () => boolean;
  /** Starts a turn. `false` when it can't. */
  readonly start: (prompts: readonly { readonly messageId: string; readonly text: string }[]) => boolean;
}

/** Prompts that the agent scheduled. Each starts a turn when it is due and the session is idle; its calls are decided like any others. */
export class SessionSchedules implements ScheduleService {
  readonly #options: SessionSchedulesOptions;
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;
  #isClosed = false;
  #unsubscribe: (() => void) | undefined;

  constructor(options: SessionSchedulesOptions) {
    this.#options = options;
  }

  get later(): readonly LaterWork[] {
    return this.#options.services.view.later;
  }

  /** Reports prompts that were due while the session was closed, and starts to run due prompts. Never rejects. */
  async begin(): Promise<void> {
    const { isNonInteractive, log: events } = this.#options.services;
    // A session without a window ends with its turn.
    if (isNonInteractive) return;
    try {
      await this.#reportMissed();
    } catch (error) {
      log.warn('Missed schedules can’t be reported', error);
    }
    if (this.#isClosed) return;
    this.#unsubscribe = events.subscribe(({ type }) => {
      if (MAY_FREE.has(type) && this.later.length > 0) this.#lookIn(0);
    });
    this.#arm();
  }

  async addCron({ cron, prompt, recurring }: CronRequest): Promise<LaterWork> {
    this.#assertBelowLimit();
    const scheduleId = newId();
    const now = Date.now();
    const nextAt = await nextRun({ scheduleId, cron, recurring }, now);
    if (nextAt === undefined) throw new Error(`${JSON.stringify(cron)} never comes true.`);
    this.#assertBelowLimit();
    const when = cronWords(cron);
    return this.#add({ scheduleId, kind: 'cron', cron, when, prompt, recurring, nextAt, ...(recurring && { endsAt: now + MAX_AGE_MS }) });
  }

  addWakeup({ delayMs, prompt, reason }: WakeupRequest): LaterWork {
    for (const { scheduleId, kind } of this.later) if (kind === 'wakeup') this.remove(scheduleId);
    this.#assertBelowLimit();
    const nextAt = Date.now() + delayMs;
    const at = new Date(nextAt);
    const cron = `${String(at.getMinutes())} ${String(at.getHours())} ${String(at.getDate())} ${String(at.getMonth() + 1)} *`;
    return this.#add({ scheduleId: newId(), kind: 'wakeup', cron, when: cronWords(cron), prompt, recurring: false, reason, nextAt });
  }

  remove(scheduleId: string, by: 'agent' | 'user' = 'agent'): LaterWork | undefined {
    const work = this.later.find((one) => one.scheduleId === scheduleId);
    if (work) this.#options.services.append({ type: 'schedule.removed', data: { scheduleId, by } });
    return work;
  }

  dispose(): void {
    this.#isClosed = true;
    this.#unsubscribe?.();
    clearTimeout(this.#timer);
  }

  #assertBelowLimit(): void {
    if (this.later.length >= MAX_SCHEDULES)
      throw new Error(`There are already ${String(MAX_SCHEDULES)} schedules. Remove one with CronDelete first.`);
  }

  #add(work: Omit<LaterWork, 'addedAt'>): LaterWork {
    this.#options.services.append({ type: 'schedule.added', data: work });
    const added = this.later.find(({ scheduleId }) => scheduleId === work.scheduleId);
    return added ?? { ...work, addedAt: Date.now() };
  }

  #arm(): void {
    const [first] = this.later;
    if (first) this.#lookIn(Math.min(Math.max(0, first.nextAt - Date.now()), LOOK_EVERY_MS));
  }

  #lookIn(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    let waits = false;
    try {
      const now = Date.now();
      const due = this.later.filter(({ nextAt }) => nextAt <= now);
      waits = due.length > 0;
      if (waits && this.#mayStart()) await this.#run(due, now);
    } catch (error) {
      // For example, the log can't be written. It is tried again.
      log.warn('Scheduled work can’t be started', error);
    } finally {
      this.#isChecking = false;
      if (waits) this.#lookIn(LOOK_EVERY_MS);
      else this.#arm();
    }
  }

  /** The user's own queued messages come first, and over budget a turn would end at once. */
  #mayStart(): boolean {
    const { view, overBudget } = this.#options.services;
    return !this.#isClosed && this.#options.isIdle() && view.queued.length === 0 && overBudget(view.model) === undefined;
  }

  async #run(due: readonly LaterWork[], now: number): Promise<void> {
    const { append } = this.#options.services;
    const planned = await Promise.all(due.map(async (work) => ({ work, nextAt: await following(work, now) })));
    const still = planned.filter(({ work }) => this.later.includes(work));
    if (still.length === 0 || !this.#mayStart()) return;
    for (const { work, nextAt } of still) append({ type: 'schedule.due', data: { scheduleId: work.scheduleId, nextAt } });
    append(reminder(dueText(still.map(({ work }) => work))));
    this.#options.start(still.map(({ work }) => ({ messageId: randomUUID(), text: work.prompt })));
  }

  /** Prompts that were due while the session was closed don't run, since they may be outdated. */
  async #reportMissed(): Promise<void> {
    const { append } = this.#options.services;
    const now = Date.now();
    const planned = await Promise.all(
      this.later.filter(({ nextAt }) => nextAt <= now).map(async (work) => ({ work, nextAt: await following(work, now) })),
    );
    const missed = planned.filter(({ work }) => this.later.includes(work));
    if (missed.length === 0 || this.#isClosed) return;
    for (const { work, nextAt } of missed) append({ type: 'schedule.due', data: { scheduleId: work.scheduleId, nextAt, missed: true } });
    const list = missed.map(({ work, nextAt }) => `- ${missedLine(work)}${nextAt === null ? '' : ' (it runs again at its next time)'}`);
    const text = `Scheduled work was due while this session was closed, and did not run:\n${list.join('\n')}`;
    append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
    append(reminder(`${text}\nDon’t catch up on it unless the user asks for that.`));
  }
}

/** The run after this one; `null`: there is none. */
async function following(work: LaterWork, now: number): Promise<number | null> {
  if (!work.recurring || (work.endsAt !== undefined && now >= work.endsAt)) return null;
  return (await nextRun(work, now)) ?? null;
}

function dueText(works: readonly LaterWork[]): string {
  const which = works.map(({ scheduleId, when }) => `${scheduleId} (${when})`).join(', ');
  return `What follows is due now, as you scheduled it: ${which}. You wrote it, not the user, and it allows nothing by itself. The user may be away; what needs their permission waits for them.`;
}

function missedLine({ scheduleId, when, prompt }: LaterWork): string {
  const line = prompt.replaceAll(/\s+/gu, ' ').trim();
  return `${scheduleId}, ${when}: ${line.length > 200 ? `${line.slice(0, 200).toWellFormed()}…` : line}`;
}

/** A prompt can't close the tags. */
function reminder(text: string): NewSessionEvent {
  return reminderEvent(systemReminder(text));
}

function newId(): string {
  return randomBytes(4).toString('hex');
}

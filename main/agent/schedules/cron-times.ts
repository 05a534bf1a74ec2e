import { errorMessage } from '#shared/error-message.ts';

const FIVE_FIELDS = /^(?:[\d*,/-]+ ){4}[\d*,/-]+$/u;
const MAX_CHARS = 200;
/** Recurring runs are delayed by up to this part of their period, so that not everything starts on the minute… */
const LATE_PART = 0.1;
/** …but by no more than this. */
const MAX_LATE_MS = 15 * 60_000;
/** A single run at a full or half hour starts up to this much earlier. */
const MAX_EARLY_MS = 90_000;

export interface CronTimes {
  /** Milliseconds since the epoch; `undefined` when there is none. */
  next(after: number): number | undefined;
}

/** Parses a cron expression in local time: five fields of numbers, `*`, lists, ranges and steps. @throws Error with the reason, for the model. */
export async function cronTimes(expression: string): Promise<CronTimes> {
  const fields = expression.trim().replaceAll(/\s+/gu, ' ');
  if (fields.length > MAX_CHARS || !FIVE_FIELDS.test(fields))
    throw new Error(
      `${JSON.stringify(expression.slice(0, MAX_CHARS))} is not a cron expression: five fields (minute hour day-of-month month day-of-week) of numbers, *, lists, ranges and steps.`,
    );
  const { Cron } = await import('croner');
  try {
    const cron = new Cron(fields, { paused: true, mode: '5-part' });
    return { next: (after) => cron.nextRun(new Date(after))?.getTime() };
  } catch (error) {
    throw new Error(`${JSON.stringify(fields)} is not a cron expression: ${errorMessage(error)}`, { cause: error });
  }
}

export interface Scheduled {
  /** Eight hex digits, from which its offset is derived. */
  readonly scheduleId: string;
  readonly cron: string;
  readonly recurring: boolean;
}

/** The time of its next run, including its offset; `undefined` if it never runs again. */
export async function nextRun({ scheduleId, cron, recurring }: Scheduled, after: number): Promise<number | undefined> {
  const times = await cronTimes(cron);
  const at = times.next(after);
  if (at === undefined) return undefined;
  const share = Number.parseInt(scheduleId, 16) / 0x1_0000_0000;
  if (recurring) {
    const period = (times.next(at) ?? at) - at;
    return at + Math.floor(share * Math.min(period * LATE_PART, MAX_LATE_MS));
  }
  const early = new Date(at).getMinutes() % 30 === 0 ? at - Math.floor(share * MAX_EARLY_MS) : at;
  return early > after ? early : at;
}

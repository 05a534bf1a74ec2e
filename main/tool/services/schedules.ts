import type { LaterWork } from '#shared/session/view.ts';

export interface CronRequest {
  readonly cron: string;
  readonly prompt: string;
  readonly recurring: boolean;
}

export interface WakeupRequest {
  readonly delayMs: number;
  readonly prompt: string;
  readonly reason: string;
}

/** Prompts that a session sends to its main agent later. Error messages are written for the model. */
export interface ScheduleService {
  readonly later: readonly LaterWork[];
  /** @throws Error for an expression that isn't valid or never comes true, and beyond the limit. */
  addCron(request: CronRequest): Promise<LaterWork>;
  /** Replaces the wakeup that is still to come. @throws Error beyond the limit. */
  addWakeup(request: WakeupRequest): LaterWork;
  /** `undefined` for an unknown id. */
  remove(scheduleId: string): LaterWork | undefined;
}

import type { TaskRow } from '#shared/session/view.ts';
import type { SessionServices } from '../session/session-services.ts';
import { ownedBy, stalledSentence } from './task-notification.ts';

/** Maximum number of questions reported per command; the model then knows that it keeps asking. */
const MAX_QUESTIONS = 3;

/** Background commands that stopped printing and seem to wait for a person's answer. Each question is reported to the agent once. */
export class StalledCommands {
  readonly #services: Pick<SessionServices, 'view' | 'append' | 'onUnreported'>;
  readonly #reported = new Map<string, Set<string>>();

  constructor(services: Pick<SessionServices, 'view' | 'append' | 'onUnreported'>) {
    this.#services = services;
  }

  /** Never throws: when the log can't be written, the session's turn has already failed with that error. */
  waits(taskId: string, line: string, silentMs: number): void {
    const row = this.#running(taskId);
    if (!row) return;
    const reported = this.#reported.get(taskId) ?? new Set();
    const isKnown = reported.has(line) || reported.size >= MAX_QUESTIONS;
    if (isKnown && row.stalled !== undefined) return;
    this.#reported.set(taskId, reported.add(line));
    const { append, onUnreported } = this.#services;
    try {
      const data = { taskId, line: line.slice(0, 400).toWellFormed(), silentMs, ...(isKnown && { again: true as const }) };
      append({ type: 'task.stalled', data, ...ownedBy(row) });
      if (isKnown) return;
      const text = `${stalledSentence(row, line)}. Answer it in its terminal, or stop it.`;
      append({ type: 'notice', data: { level: 'warning', text, action: 'none', about: { type: 'command', taskId } } });
      onUnreported();
    } catch {
      // See the docstring.
    }
  }

  /** It prints again. Never throws. */
  goesOn(taskId: string): void {
    const row = this.#running(taskId);
    if (row?.stalled === undefined) return;
    try {
      this.#services.append({ type: 'task.continued', data: { taskId }, ...ownedBy(row) });
    } catch {
      // As in `waits`.
    }
  }

  ended(taskId: string): void {
    this.#reported.delete(taskId);
  }

  #running(taskId: string): TaskRow | undefined {
    const row = this.#services.view.tasks[taskId];
    return row?.state === 'running' ? row : undefined;
  }
}

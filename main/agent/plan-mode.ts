import type { PermissionMode } from '#shared/permission/mode.ts';
import type { SessionEvent } from '#shared/session/event.ts';

/** Remembers which mode plan mode came from, so that leaving can go back to it (SPEC G6): a fold of the log. */
export class PlanModeMemory {
  #mode: PermissionMode | undefined;
  #before: PermissionMode | undefined;

  /** `undefined` outside plan mode. */
  get modeBefore(): PermissionMode | undefined {
    return this.#mode === 'plan' ? this.#before : undefined;
  }

  apply(event: SessionEvent): void {
    if (event.type !== 'session.created' && event.type !== 'session.mode') return;
    const { mode } = event.data;
    if (mode === 'plan' && this.#mode !== 'plan') this.#before = this.#mode ?? 'default';
    this.#mode = mode;
  }
}

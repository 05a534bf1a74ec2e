import type { PermissionMode } from '#shared/permission/mode.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { reminderEvent } from './prompt.ts';

/** A fold of the log: the mode to return to after plan mode (SPEC G6), and whether the model knows that plan mode is on. */
export class PlanModeMemory {
  #mode: PermissionMode | undefined;
  #before: PermissionMode | undefined;
  /** Whether the model has been told that plan mode is on. */
  #told = false;

  /** The mode before plan mode; `undefined` outside plan mode. */
  get modeBefore(): PermissionMode | undefined {
    return this.#mode === 'plan' ? this.#before : undefined;
  }

  /** Reminder for the next request; `undefined` when the model is up to date. The model knows of modes that it chose itself. */
  get reminder(): NewSessionEvent | undefined {
    const isOn = this.#mode === 'plan';
    if (isOn === this.#told) return undefined;
    return reminderEvent(`<system-reminder>\n${isOn ? ON : OFF}\n</system-reminder>`, { planMode: isOn ? 'on' : 'off' });
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== undefined) return;
    switch (event.type) {
      case 'session.created':
        this.#enter(event.data.mode);
        return;
      case 'session.mode':
        this.#enter(event.data.mode);
        if (event.data.by === 'tool') this.#told = event.data.mode === 'plan';
        return;
      case 'user.message':
        if (event.data.planMode) this.#told = event.data.planMode === 'on';
        return;
      case 'conversation.compacted':
      case 'conversation.rewound':
        // The reminder may have been compacted away. The end of plan mode then needs no reminder.
        this.#told = false;
        return;
      default:
        return;
    }
  }

  #enter(mode: PermissionMode): void {
    if (mode === 'plan' && this.#mode !== 'plan') this.#before = this.#mode ?? 'default';
    this.#mode = mode;
  }
}

const ON =
  'Plan mode is on: look and think, change nothing yet. Edits are refused and commands that don’t only read need the user. Settle what is the user’s to choose with AskUserQuestion, then propose the plan with ExitPlanMode.';
const OFF = 'Plan mode is over: the user ended it. Changes are possible again, as far as the permission mode and the rules let them.';

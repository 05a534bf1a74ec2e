import { systemReminder } from '#main/tool/own-tags.ts';
import type { HookVerdict } from '#main/hooks/combine.ts';
import { hookReminder } from '#main/hooks/hook.ts';
import type { NewMessage } from '#main/tool/tool.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import type { CallEnd, HookStop } from './call-result.ts';

/** Collects messages about one call for its result: from hooks, and from the user who was asked. */
export class CallNotes {
  readonly #messages: NewMessage[] = [];
  #edited: NewMessage | undefined;
  #stop: HookStop | undefined;

  take(event: HookEvent, { contexts, stop }: Pick<HookVerdict, 'contexts' | 'stop'>): void {
    for (const text of contexts) this.say(event, text);
    this.#stop ??= stop;
  }

  /** Adds a hook's message for the model. */
  say(event: HookEvent, text: string): void {
    this.remind(hookReminder(event, text));
  }

  /** Adds text for the model as it is. */
  remind(text: string): void {
    this.#messages.push(reminder(text));
  }

  /** Sets the note on input edited by the user; replaces an earlier one. */
  edited(text: string): void {
    this.#edited = reminder(text);
  }

  addTo(end: CallEnd): CallEnd {
    const messages = [...(this.#edited ? [this.#edited] : []), ...this.#messages];
    if (messages.length === 0 && !this.#stop) return end;
    return { ...end, newMessages: [...(end.newMessages ?? []), ...messages], ...(this.#stop && { stopsTurn: this.#stop }) };
  }
}

function reminder(text: string): NewMessage {
  return { content: [{ type: 'text', text }], visibility: 'model' };
}

/** Limit on the edited input shown to the model, in characters; it knows the rest from its own input. */
const MAX_INPUT_CHARS = 10_000;

export function editedReminder(toolName: string, input: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(input);
  const shown = json.length <= MAX_INPUT_CHARS ? json : `${json.slice(0, MAX_INPUT_CHARS).toWellFormed()}… (cut here)`;
  return systemReminder(
    `The user changed the input of your call of ${toolName} before it was decided. In place of yours this one counts, and the result is that of it: ${shown}`,
  );
}

export function commentReminder(toolName: string, comment: string): string {
  return systemReminder(`The user allowed your call of ${toolName} and said: ${comment}`);
}

import type { HookVerdict } from '#main/hooks/combine.ts';
import { hookReminder } from '#main/hooks/reminder.ts';
import type { NewMessage } from '#main/tool/tool.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import type { CallEnd } from './call-end.ts';
import type { HookStop } from './call-result.ts';

/** Collects what hooks, and the person who was asked, say about one call beside deciding it; it goes along with the call's result. */
export class HookNotes {
  readonly #messages: NewMessage[] = [];
  #edited: NewMessage | undefined;
  #stop: HookStop | undefined;

  take(event: HookEvent, { contexts, stop }: Pick<HookVerdict, 'contexts' | 'stop'>): void {
    for (const text of contexts) this.say(event, text);
    this.#stop ??= stop;
  }

  /** Something the model shall read. */
  say(event: HookEvent, text: string): void {
    this.remind(hookReminder(event, text));
  }

  /** `text` as the model shall read it. */
  remind(text: string): void {
    this.#messages.push(reminder(text));
  }

  /** The same for an input that a person gave; only what they gave last is told. */
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

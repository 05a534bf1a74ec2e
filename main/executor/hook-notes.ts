import type { HookVerdict } from '#main/hooks/combine.ts';
import { hookReminder } from '#main/hooks/reminder.ts';
import type { NewMessage } from '#main/tool/tool.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import type { CallEnd } from './call-end.ts';
import type { HookStop } from './call-result.ts';

/** Collects what hooks say about one call beside deciding it; it goes along with the call's result. */
export class HookNotes {
  readonly #messages: NewMessage[] = [];
  #stop: HookStop | undefined;

  take(event: HookEvent, { contexts, stop }: Pick<HookVerdict, 'contexts' | 'stop'>): void {
    for (const text of contexts) this.say(event, text);
    this.#stop ??= stop;
  }

  /** Something the model shall read. */
  say(event: HookEvent, text: string): void {
    this.#messages.push({ content: [{ type: 'text', text: hookReminder(event, text) }], visibility: 'model' });
  }

  addTo(end: CallEnd): CallEnd {
    if (this.#messages.length === 0 && !this.#stop) return end;
    return { ...end, newMessages: [...(end.newMessages ?? []), ...this.#messages], ...(this.#stop && { stopsTurn: this.#stop }) };
  }
}

import { systemReminder } from '#main/tool/own-tags.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { AgentServices } from '../agent-services.ts';
import { reminderEvent } from '../session/prompt.ts';
import { instructionsText } from '../system-prompt/system-prompt.ts';
import type { InstructionFile } from '../system-prompt/instructions.ts';

/** Files looked at before one request; the others are looked at before the next. */
const MAX_LOOKED_AT = 200;
/** Characters of all files that one request adds; more would push the task out of the model's context. */
const MAX_CHARS = 60_000;

/** Gives the model the instruction files for what its calls have touched. Each is sent once, and again if it is touched after a compaction. */
export class InstructionReminders {
  readonly #services: AgentServices;
  /** Files whose instructions were looked for. */
  readonly #done = new Set<string>();

  constructor(services: AgentServices) {
    this.#services = services;
  }

  /** The event to append before the next request; empty when there is nothing new. */
  next(): NewSessionEvent[] {
    const { touched, instructionsFor, systemPrompt, transcript } = this.#services;
    if (!instructionsFor) return [];
    for (const file of this.#done) if (!touched.files.has(file)) this.#done.delete(file);
    const files = [...touched.files].filter((file) => !this.#done.has(file)).slice(0, MAX_LOOKED_AT);
    if (files.length === 0) return [];
    const known = new Set(systemPrompt.sources.map(({ path }) => path));
    for (const entry of transcript.entries) if (entry.role === 'user') for (const { path } of entry.instructions ?? []) known.add(path);
    const found: InstructionFile[] = [];
    let left = MAX_CHARS;
    for (const file of files) {
      this.#done.add(file);
      for (const one of instructionsFor(file)) {
        if (known.has(one.path)) continue;
        known.add(one.path);
        found.push(one.text.length <= left ? one : { ...one, text: tooLong(one), leftOut: 'too long' });
        left = Math.max(0, left - one.text.length);
      }
    }
    if (found.length === 0) return [];
    const text = `For files that you have just worked with, there are more instruction files.\n\n${instructionsText(found)}`;
    const instructions = found.map(({ path, trusted, text: { length }, leftOut }) => ({
      path,
      trusted,
      chars: length,
      ...(leftOut !== undefined && { leftOut }),
    }));
    const whole = systemReminder(`\n${text}\n`);
    return [reminderEvent(whole, { instructions })];
  }
}

function tooLong({ text: { length } }: InstructionFile): string {
  return `[Nothing of this file is shown: it has ${length} characters, more than fit here. Read it before you change files in its folder.]`;
}

import type { IncomingCall, InputField } from '#shared/session/frame.ts';
import { shorten } from '#shared/shorten.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { FrameSink } from '#main/session/frames.ts';
import { type PartialField, PartialInput } from './partial-input.ts';

/** What a call looks like whose input may be incomplete. */
export type PresentInput = (toolName: string, input: Readonly<Record<string, unknown>>) => ToolView;

/** Time between two frames. Milliseconds. */
const EVERY_MS = 50;
/** Inputs shown at once; more than one only comes from an unusual server. */
const MAX_OPEN = 4;
const MAX_LINE_CHARS = 300;
/** Lines of a field while it grows, and afterwards. */
const OPEN_LINES = 20;
const CLOSED_LINES = 6;
const CLOSED_CHARS = 1000;

interface OpenInput {
  readonly toolName: string;
  readonly input: PartialInput;
}

/**
 * Shows the inputs of one answer while they arrive, as frames. Each frame has a bounded part of the input, at most one every few
 * milliseconds; the last state before a pause is always sent.
 */
export class LiveInputs {
  readonly #frames: FrameSink;
  readonly #messageId: string;
  readonly #present: PresentInput;
  readonly #open = new Map<number, OpenInput>();
  /** Changed since their last frame. */
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(frames: FrameSink, messageId: string, present: PresentInput) {
    this.#frames = frames;
    this.#messageId = messageId;
    this.#present = present;
  }

  begin(index: number, toolName: string): void {
    if (this.#open.size >= MAX_OPEN) return;
    this.#open.set(index, { toolName, input: new PartialInput() });
    this.#change(index);
  }

  add(index: number, json: string): void {
    const open = this.#open.get(index);
    if (!open) return;
    open.input.add(json);
    this.#change(index);
  }

  /** The block is complete, and nothing more is shown of it: its event replaces the frames. */
  end(index: number): void {
    this.#open.delete(index);
    this.#changed.delete(index);
  }

  /** A later frame would show a call that is no longer being written. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#open.clear();
  }

  #change(index: number): void {
    this.#changed.add(index);
    if (this.#timer === undefined) this.#send();
  }

  #send(): void {
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    for (const index of this.#changed) {
      const open = this.#open.get(index);
      if (open) this.#frames.push({ type: 'call_input', messageId: this.#messageId, index, call: this.#callOf(open) });
    }
    this.#changed.clear();
    this.#timer = setTimeout(() => this.#send(), EVERY_MS);
  }

  #callOf({ toolName, input }: OpenInput): IncomingCall {
    const { kind, title, summary } = this.#present(toolName, input.values);
    return {
      view: { kind, title: shorten(title, MAX_LINE_CHARS), summary: shorten(summary, MAX_LINE_CHARS) },
      fields: input.fields.map(shownField),
      earlier: input.earlier,
    };
  }
}

/** The end of a field that grows, the beginning of one that is complete. */
function shownField({ name, text, isOpen }: PartialField): InputField {
  const shown = isOpen ? text.last(OPEN_LINES) : text.first(CLOSED_LINES, CLOSED_CHARS);
  const isWhole = shown.length >= text.chars - 1;
  return { name, text: shown, part: isWhole ? 'whole' : isOpen ? 'last' : 'first', lines: text.lines };
}

import type { PushMessage } from '#shared/contract/message.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { LatestProgress, type ProgressFrame } from './latest-progress.ts';

/**
 * Pushes waiting for the next frame. Neighbouring events (or frames) of one session are joined into one push, so that a
 * thousand text deltas cost a handful of messages; order within a session stays. Only progress goes beside: it is about a call that runs,
 * and the last word counts.
 */
export class PushBatch {
  #messages: PushMessage[] = [];
  /** The last push of each session, the only one that may still grow. */
  readonly #open = new Map<string, Joinable>();
  readonly #progress = new LatestProgress();
  #weight = 0;

  get isEmpty(): boolean {
    return this.#messages.length === 0 && this.#progress.isEmpty;
  }

  /** About how many characters wait. */
  get weight(): number {
    return this.#weight;
  }

  add(message: PushMessage): void {
    const rest = this.#setProgressAside(message);
    if (rest) this.#append(rest);
  }

  #append(message: PushMessage): void {
    this.#weight += weigh(message);
    if (!isJoinable(message)) {
      this.#messages.push(message);
      return;
    }
    const { sessionId } = message.payload;
    const open = this.#open.get(sessionId);
    if (open && join(open, message)) return;
    const copy = ownCopy(message);
    this.#messages.push(copy);
    this.#open.set(sessionId, copy);
  }

  /** `now` in milliseconds; progress stays for later when some was taken a moment ago. */
  take(now: number): PushMessage[] {
    const taken = this.#messages;
    this.#reset();
    return [...taken, ...this.#progress.take(now)];
  }

  /** Live frames may be lost: a window sees the gap by its offsets. Events never are. */
  dropFrames(): void {
    const kept = this.#messages.filter((message) => message.push !== 'session.frames');
    if (kept.length === this.#messages.length) return;
    this.#reset();
    for (const message of kept) this.#append(message);
  }

  /** What else the message holds; `undefined` when that is nothing. */
  #setProgressAside(message: PushMessage): PushMessage | undefined {
    if (message.push !== 'session.frames') return message;
    const { sessionId, frames } = message.payload;
    const rest = frames.filter((frame) => !isProgress(frame));
    for (const frame of frames) if (isProgress(frame)) this.#progress.set(sessionId, frame);
    if (rest.length === frames.length) return message;
    return rest.length === 0 ? undefined : { push: message.push, payload: { sessionId, frames: rest } };
  }

  #reset(): void {
    this.#messages = [];
    this.#open.clear();
    this.#weight = 0;
  }
}

function isProgress(frame: SessionFrame): frame is ProgressFrame {
  return frame.type === 'progress';
}

/** A push that neighbours of its session may be joined to. */
type Joinable = Extract<PushMessage, { readonly push: 'session.events' | 'session.frames' }>;

function isJoinable(message: PushMessage): message is Joinable {
  return message.push === 'session.events' || message.push === 'session.frames';
}

/** The list grows by joining, and the engine hands the same message to every window. */
function ownCopy(message: Joinable): Joinable {
  if (message.push === 'session.events') {
    const { sessionId, events } = message.payload;
    return { push: message.push, payload: { sessionId, events: [...events] } };
  }
  const { sessionId, frames } = message.payload;
  return { push: message.push, payload: { sessionId, frames: [...frames] } };
}

/** Whether they were of a kind. One by one: a long list spread into arguments overflows the stack. */
function join(open: Joinable, next: Joinable): boolean {
  if (open.push === 'session.events' && next.push === 'session.events') {
    for (const event of next.payload.events) open.payload.events.push(event);
    return true;
  }
  if (open.push === 'session.frames' && next.push === 'session.frames') {
    for (const frame of next.payload.frames) open.payload.frames.push(frame);
    return true;
  }
  return false;
}

/** A wire event is small whatever it is about, since bodies are fetched by id; frames carry text. */
const EVENT_WEIGHT = 500;

function weigh(message: PushMessage): number {
  if (message.push === 'session.events') return EVENT_WEIGHT * message.payload.events.length;
  if (message.push !== 'session.frames') return EVENT_WEIGHT;
  return message.payload.frames.reduce((sum, frame) => sum + 100 + textLength(frame), 0);
}

function textLength(frame: SessionFrame): number {
  if (frame.type === 'text') return frame.text.length;
  return frame.type === 'terminal' ? frame.data.length : 0;
}

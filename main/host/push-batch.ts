import type { PushMessage } from '#shared/contract/message.ts';
import type { SessionFrame } from '#shared/session/frame.ts';

type ProgressFrame = Extract<SessionFrame, { type: 'progress' }>;

/** Nobody can read faster changes, and each makes the window render. */
const EVERY_MS = 100;
/** Progress messages per second for all calls together; a window can still render that many. */
const WORDS_PER_SECOND = 500;

/**
 * Progress of running calls on its way to a window: the latest of each call, ten times a second at most, and less often when many calls
 * report. Bounded by the number of concurrent calls.
 */
export class LatestProgress {
  readonly #sessions = new Map<string, Map<string, ProgressFrame>>();
  #nextAt = Number.NEGATIVE_INFINITY;

  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  set(sessionId: string, frame: ProgressFrame): void {
    const calls = this.#sessions.get(sessionId) ?? new Map<string, ProgressFrame>();
    this.#sessions.set(sessionId, calls);
    calls.set(frame.callId, frame);
  }

  /** One push per session; none if it is too early. `now` in milliseconds of any monotonic clock. */
  take(now: number): PushMessage[] {
    if (this.isEmpty || now < this.#nextAt) return [];
    const words = [...this.#sessions.values()].reduce((sum, { size }) => sum + size, 0);
    this.#nextAt = now + Math.max(EVERY_MS, (words / WORDS_PER_SECOND) * 1000);
    const taken = [...this.#sessions].map(([sessionId, calls]): PushMessage => ({
      push: 'session.frames',
      payload: { sessionId, frames: [...calls.values()] },
    }));
    this.#sessions.clear();
    return taken;
  }
}

/**
 * Pushes waiting for the next frame. Adjacent events (or frames) of a session are merged into one push, so that a thousand text deltas cost
 * a handful of messages; order within a session is kept. Progress is held separately, as only the latest of a running call matters.
 */
export class PushBatch {
  #messages: PushMessage[] = [];
  /** Each session's last push, the only one that may still grow. */
  readonly #open = new Map<string, Joinable>();
  readonly #progress = new LatestProgress();
  #weight = 0;

  get isEmpty(): boolean {
    return this.#messages.length === 0 && this.#progress.isEmpty;
  }

  /** Approximate number of pending characters. */
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

  /** `now` in milliseconds; progress is held back if some was sent a moment ago. */
  take(now: number): PushMessage[] {
    const taken = this.#messages;
    this.#reset();
    return [...taken, ...this.#progress.take(now)];
  }

  /** Live frames may be lost, as a window detects the gap by their offsets. Events never are. */
  dropFrames(): void {
    const kept = this.#messages.filter((message) => message.push !== 'session.frames');
    if (kept.length === this.#messages.length) return;
    this.#reset();
    for (const message of kept) this.#append(message);
  }

  /** The rest of the message without progress; `undefined` if nothing is left. */
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

/** A push that can be merged with adjacent ones of its session. */
type Joinable = Extract<PushMessage, { readonly push: 'session.events' | 'session.frames' }>;

function isJoinable(message: PushMessage): message is Joinable {
  return message.push === 'session.events' || message.push === 'session.frames';
}

/** Copied because the list grows by merging, and the engine passes the same message to every window. */
function ownCopy(message: Joinable): Joinable {
  if (message.push === 'session.events') {
    const { sessionId, events } = message.payload;
    return { push: message.push, payload: { sessionId, events: [...events] } };
  }
  const { sessionId, frames } = message.payload;
  return { push: message.push, payload: { sessionId, frames: [...frames] } };
}

/** Merges if both are of the same kind. Appends one by one, as spreading a long list into arguments overflows the stack. */
function join(open: Joinable, next: Joinable): boolean {
  if (open.push === 'session.events' && next.push === 'session.events') {
    for (const event of next.payload.events) open.payload.events.push(event);
    return true;
  }
  if (open.push === 'session.frames' && next.push === 'session.frames') {
    for (const frame of next.payload.frames) addFrame(open.payload.frames, frame);
    return true;
  }
  return false;
}

/** Of an incoming call, only the latest frame matters. */
function addFrame(frames: SessionFrame[], frame: SessionFrame): void {
  const last = frames.at(-1);
  if (last && isSameIncomingCall(last, frame)) frames[frames.length - 1] = frame;
  else frames.push(frame);
}

function isSameIncomingCall(a: SessionFrame, b: SessionFrame): boolean {
  return a.type === 'call_input' && b.type === 'call_input' && a.messageId === b.messageId && a.index === b.index;
}

/** A wire event is small, since bodies are fetched by id; frames contain text. */
const EVENT_WEIGHT = 500;

function weigh(message: PushMessage): number {
  if (message.push === 'session.events') return EVENT_WEIGHT * message.payload.events.length;
  if (message.push !== 'session.frames') return EVENT_WEIGHT;
  return message.payload.frames.reduce((sum, frame) => sum + 100 + textLength(frame), 0);
}

function textLength(frame: SessionFrame): number {
  if (frame.type === 'text') return frame.text.length;
  if (frame.type === 'call_input') return frame.call.fields.reduce((sum, { text }) => sum + text.length, 0);
  return frame.type === 'terminal' ? frame.data.length : 0;
}

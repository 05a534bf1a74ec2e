import { errorMessage } from '#shared/error-message.ts';
import { engineChannel } from './engine-channel.ts';
import type { Pty } from './pty.ts';
import { loadPty, localPtys } from './local-pty.ts';
import type { PtyHostNotice, PtyHostOrder } from './pty-host-message.ts';

/**
 * Entry of the process that holds pseudo-terminals (`PtyHost` explains why). It ends with the process that started it; the system then
 * closes its terminals.
 */

/** A terminal with more unsent output than this is paused. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** Output that follows other output within `BUSY_MS` waits for more: until there is this much, or for this time. */
const BUSY_MS = 2;
const GATHER_MS = 4;
// Measured with 100 MB of output: larger messages don't stay in the processor's cache, smaller ones wake the engine more often.
const GATHER_BYTES = 32 * 1024;

/** A terminal of this process, with the engine's ID for it. */
class Held {
  readonly #id: number;
  readonly #pty: Pty;
  #unsent = 0;
  #isFull = false;
  #isPaused = false;

  constructor(id: number, pty: Pty) {
    this.#id = id;
    this.#pty = pty;
    pty.onData((bytes) => this.#send(bytes));
    void pty.exited.then(({ exitCode, signal }) => {
      held.delete(id);
      send({ type: 'exit', id, exitCode, signal });
    });
  }

  obey(order: Extract<PtyHostOrder, { id: number }>): void {
    if (order.type === 'write') this.#pty.write(order.data);
    if (order.type === 'resize') this.#pty.resize(order.cols, order.rows);
    if (order.type === 'pause' || order.type === 'resume') this.#hold({ isPaused: order.type === 'pause' });
  }

  #send(bytes: Buffer): void {
    this.#unsent += bytes.length;
    if (this.#unsent > MAX_UNSENT_BYTES) this.#hold({ isFull: true });
    send({ type: 'data', id: this.#id, bytes }, () => {
      this.#unsent -= bytes.length;
      if (this.#unsent < MAX_UNSENT_BYTES / 2) this.#hold({ isFull: false });
    });
  }

  #hold({ isFull = this.#isFull, isPaused = this.#isPaused }): void {
    const was = this.#isFull || this.#isPaused;
    this.#isFull = isFull;
    this.#isPaused = isPaused;
    if ((isFull || isPaused) === was) return;
    if (was) this.#pty.resume();
    else this.#pty.pause();
  }
}

const engine = engineChannel();
const held = new Map<number, Held>();

let notices: PtyHostNotice[] = [];
let whenSent: (() => void)[] = [];
let gatheredBytes = 0;
let lastOutput = 0;
let flushing: NodeJS.Immediate | undefined;
let gathering: NodeJS.Timeout | undefined;

/**
 * Notices of one turn of the event loop are sent as one message, and so is output of several turns from a program that prints a lot: each
 * message costs both processes time.
 */
function send(notice: PtyHostNotice, sent?: () => void): void {
  notices.push(notice);
  if (sent) whenSent.push(sent);
  if (notice.type === 'data') gatheredBytes += notice.bytes.length;
  const mayWait = notice.type === 'data' && gatheredBytes < GATHER_BYTES && performance.now() - lastOutput < BUSY_MS;
  if (mayWait) gathering ??= setTimeout(flush, GATHER_MS);
  else flushing ??= setImmediate(flush);
}

function flush(): void {
  clearTimeout(gathering);
  clearImmediate(flushing);
  gathering = undefined;
  flushing = undefined;
  const [message, callbacks] = [notices, whenSent];
  if (gatheredBytes > 0) lastOutput = performance.now();
  notices = [];
  whenSent = [];
  gatheredBytes = 0;
  engine.send(withJoinedOutput(message), () => callbacks.forEach((sent) => sent()));
}

/** A read of a terminal gives 4 KB at most, so output comes in many notices. */
function withJoinedOutput(all: readonly PtyHostNotice[]): PtyHostNotice[] {
  const joined: PtyHostNotice[] = [];
  let pieces: Buffer[] = [];
  all.forEach((notice, at) => {
    if (notice.type !== 'data') {
      joined.push(notice);
      return;
    }
    pieces.push(notice.bytes);
    const next = all[at + 1];
    if (next?.type === 'data' && next.id === notice.id) return;
    joined.push(pieces.length === 1 ? notice : { ...notice, bytes: Buffer.concat(pieces) });
    pieces = [];
  });
  return joined;
}

async function spawn({ id, launch }: Extract<PtyHostOrder, { type: 'spawn' }>): Promise<void> {
  try {
    const pty = await localPtys.spawn(launch);
    send({ type: 'spawned', id, pid: pty.pid });
    held.set(id, new Held(id, pty));
  } catch (error) {
    send({ type: 'failed', id, message: errorMessage(error) });
  }
}

process.title = 'gatehouse-pty-host';
// Node creates an error at the end of each terminal; its stack is never used.
Error.stackTraceLimit = 0;
engine.onOrders((orders) => {
  for (const order of orders) {
    if (order.type === 'ping') send({ type: 'pong' });
    else if (order.type === 'spawn') void spawn(order);
    else if (order.type !== 'received') held.get(order.id)?.obey(order);
  }
});
// node-pty throws errors of a terminal where they can't be caught. They must not end the other terminals.
process.on('uncaughtException', () => undefined);
send({ type: 'ready' });
setImmediate(() => {
  try {
    loadPty();
  } catch {
    // The first terminal fails with the same error, and reports it.
  }
});

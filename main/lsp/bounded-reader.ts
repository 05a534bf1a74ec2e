import type { Readable } from 'node:stream';
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-jsonrpc/node';
import { parseJson } from '#shared/json-limits.ts';

const MAX_HEADER_BYTES = 4096;
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** Limit on what a server may send in a period, so that it can't keep Gatehouse busy. */
const WINDOW_MS = 10_000;
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;
const MAX_WINDOW_MESSAGES = 20_000;
const HEADER_END = Buffer.from('\r\n\r\n');

/** Reads messages of a possibly hostile server, limited in size, depth and number. Reads nothing more after an error. */
export class BoundedReader extends AbstractMessageReader {
  readonly #stream: Readable;
  readonly #onMessage: () => void;
  #chunks: Buffer[] = [];
  #length = 0;
  /** Length of the message whose header was read. */
  #expected: number | undefined;
  #window = { since: 0, bytes: 0, messages: 0 };
  #isOver = false;

  /** @param onMessage called before each message; may throw to stop reading. */
  constructor(stream: Readable, onMessage: () => void) {
    super();
    this.#stream = stream;
    this.#onMessage = onMessage;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (chunk: Buffer): void => {
      if (this.#isOver) return;
      try {
        this.#push(chunk, callback);
      } catch (error) {
        this.#isOver = true;
        this.#chunks = [];
        this.#stream.destroy();
        this.fireError(error);
        this.fireClose();
      }
    };
    const onClose = (): void => {
      if (!this.#isOver) this.fireClose();
      this.#isOver = true;
    };
    this.#stream.on('data', onData);
    this.#stream.on('close', onClose);
    return {
      dispose: () => {
        this.#stream.off('data', onData);
        this.#stream.off('close', onClose);
      },
    };
  }

  #push(chunk: Buffer, callback: DataCallback): void {
    this.#count(chunk.length);
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    for (;;) {
      if (this.#expected === undefined && !this.#readHeader()) return;
      const expected = this.#expected ?? 0;
      if (this.#length < expected) return;
      const body = this.#take(expected);
      this.#expected = undefined;
      this.#window.messages += 1;
      if (this.#window.messages > MAX_WINDOW_MESSAGES) throw new Error('it floods Gatehouse with messages');
      this.#onMessage();
      callback(messageOf(body));
    }
  }

  #count(bytes: number): void {
    const now = performance.now();
    if (now - this.#window.since > WINDOW_MS) this.#window = { since: now, bytes: 0, messages: 0 };
    this.#window.bytes += bytes;
    if (this.#window.bytes > MAX_WINDOW_BYTES) throw new Error('it floods Gatehouse with messages');
  }

  /** `false` if the header is still incomplete. */
  #readHeader(): boolean {
    const start = this.#joined().subarray(0, MAX_HEADER_BYTES);
    const end = start.indexOf(HEADER_END);
    if (end === -1) {
      if (this.#length >= MAX_HEADER_BYTES) throw new Error('what it prints are no messages of a language server');
      return false;
    }
    const header = this.#take(end + HEADER_END.length).toString('latin1');
    const length = /^Content-Length: *(\d{1,10})\r?$/imu.exec(header)?.[1];
    if (length === undefined) throw new Error('what it prints are no messages of a language server');
    if (Number(length) > MAX_MESSAGE_BYTES) throw new Error(`it sent a message of more than ${String(MAX_MESSAGE_BYTES / 1024 ** 2)} MB`);
    this.#expected = Number(length);
    return true;
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    const all = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  /** Removes so many bytes from the start. */
  #take(bytes: number): Buffer {
    const all = this.#joined();
    const rest = all.subarray(bytes);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return all.subarray(0, bytes);
  }
}

function messageOf(body: Buffer): Message {
  const value = parseJson(body.toString('utf8'));
  if (!isMessage(value)) throw new Error('what it sends are no messages of a language server');
  return value;
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}

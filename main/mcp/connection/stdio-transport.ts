import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { INTERNAL_ERROR } from './bounded-message.ts';
import { cancelledRequest } from './awaited-answers.ts';
import type { StdioTarget } from '../servers/server-entry.ts';
import { type ServerProcesses, StdioProcess } from './stdio-process.ts';

export interface StdioTransportOptions {
  readonly target: StdioTarget;
  /** The server's environment, without the variables of its entry. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly id: string;
  readonly processes: ServerProcesses;
  /** The process has ended; `why` is for people. */
  readonly onEnd: (why: string) => void;
  readonly onStderr: (read: () => string) => void;
}

const answerSchema = z.object({ id: z.union([z.string(), z.number()]), method: z.undefined().optional() });

/** A `StdioProcess` (own process group, mark, limits) as a transport of the SDK. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #process: StdioProcess;
  /** Ids of our requests. */
  readonly #unanswered = new Set<string | number>();

  constructor(options: StdioTransportOptions) {
    const { target, env, cwd, id, processes, onEnd, onStderr } = options;
    this.#process = new StdioProcess({
      command: target.command,
      args: target.args,
      env: { ...env, ...target.env },
      cwd,
      id,
      processes,
      onMessage: (message) => this.#take(message),
      calls: () => this.#unanswered.size,
      onClose: (why) => {
        onEnd(why);
        this.onclose?.();
      },
    });
    onStderr(() => this.#process.stderr);
  }

  /** With `stderr`, tells the SDK that this is a program, which may not know the newest handshake and stay silent. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  get stderr(): string {
    return this.#process.stderr;
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    try {
      this.#process.send(message);
      if ('method' in message && 'id' in message) this.#unanswered.add(message.id);
      const cancelled = cancelledRequest(message);
      if (cancelled !== undefined) this.#unanswered.delete(cancelled);
      return Promise.resolve();
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  #take(message: unknown): void {
    try {
      const parsed = parseJSONRPCMessage(message);
      if (!('method' in parsed) && parsed.id !== undefined) this.#unanswered.delete(parsed.id);
      this.onmessage?.(parsed);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      this.#refuse(message);
    }
  }

  /** Fails a waiting call at once when its answer is malformed. */
  #refuse(message: unknown): void {
    const { data } = answerSchema.safeParse(message);
    if (data === undefined || !this.#unanswered.delete(data.id)) return;
    this.onmessage?.({ jsonrpc: '2.0', id: data.id, error: { code: INTERNAL_ERROR, message: 'The server’s answer has a wrong shape.' } });
  }
}

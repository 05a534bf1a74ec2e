import { errorMessage } from '#shared/error-message.ts';
import { proxiesFrom } from '#main/net/proxies.ts';
import { LateListener, type PtyExit, type TerminalSource } from './pty.ts';

/** Longest message, in bytes. A server that sends a longer one is disconnected. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const CONNECT_MS = 30_000;
const NORMAL_CLOSE = new Set([1000, 1005]);

export interface SocketSource {
  /** `ws:` or `wss:`. */
  readonly url: string;
  readonly protocols: readonly string[];
}

/**
 * A WebSocket shown like a program: each message that it receives is printed as a line. It sends nothing. Ends with code 0 if the server
 * closed it as planned, and 1 otherwise.
 */
export async function socketPty({ url, protocols }: SocketSource, env: NodeJS.ProcessEnv): Promise<TerminalSource> {
  const { Agent, EnvHttpProxyAgent, WebSocket } = await import('undici');
  const proxies = proxiesFrom(env);
  const options = { webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES }, connect: { timeout: CONNECT_MS } };
  const dispatcher = proxies ? new EnvHttpProxyAgent({ ...proxies, ...options }) : new Agent(options);
  const socket = new WebSocket(url, { protocols: [...protocols], dispatcher });
  socket.binaryType = 'arraybuffer';
  const printed = new LateListener<Buffer>();
  const print = (text: string): void => printed.emit(Buffer.from(`${text.replaceAll(/\r?\n/gu, '\r\n')}\r\n`));
  const { promise: exited, resolve } = Promise.withResolvers<PtyExit>();
  const end = (exitCode: number, text?: string): void => {
    if (text !== undefined) print(text);
    resolve({ exitCode, signal: 0 });
    // Its connections end with the process at the latest.
    void dispatcher.destroy().catch(() => undefined);
  };
  socket.addEventListener('message', ({ data }) => {
    print(typeof data === 'string' ? data : `[binary message, ${data instanceof ArrayBuffer ? data.byteLength : 0} bytes]`);
  });
  socket.addEventListener('error', ({ error, message }) => {
    end(1, `[Connection failed: ${error instanceof Error ? errorMessage(error) : message || 'no reason given'}]`);
  });
  socket.addEventListener('close', ({ code, reason }) => {
    if (NORMAL_CLOSE.has(code)) end(0);
    else end(1, `[Closed by the server: ${String(code)}${reason === '' ? '' : ` ${reason}`}]`);
  });
  const close = (): void => {
    socket.close();
    // A server that doesn't answer can't delay the end.
    end(1);
  };
  return {
    pid: undefined,
    exited,
    onData: (listener) => printed.listen(listener),
    close,
    write: () => undefined,
    resize: () => undefined,
    // Each message is bounded, and so is the stored output.
    pause: () => undefined,
    resume: () => undefined,
    expectExit: close,
  };
}

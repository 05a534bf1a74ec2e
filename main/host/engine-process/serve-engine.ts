import { appVersion } from '#main/app-root.ts';
import type { EngineOptions } from '#main/engine.ts';
import { createLogger } from '#main/log/logger.ts';
import { handleOfPort } from '#main/terminal/pty/pty-host-handle.ts';
import { AppError, toWireError } from '#shared/contract/app-error.ts';
import type { PushMessage } from '#shared/contract/message.ts';
import type { KeychainKey } from '#main/engine/keychain-key.ts';
import type { EnginePort } from '../engine-port.ts';
import type { EngineNotice, EngineOrder } from './engine-message.ts';
import type { MainPort } from './main-port.ts';

const log = createLogger('host');

type StartPtyHost = NonNullable<EngineOptions['startPtyHost']>;

interface EngineStart {
  readonly keychain: KeychainKey;
  readonly startPtyHost: StartPtyHost;
  /** Copies of the demo that an engine before has made. */
  readonly demoDirs: readonly string[];
}

export interface EngineProcessOptions {
  readonly main: MainPort;
  /** @throws AppError what the person should know, such as a folder that can't be used */
  readonly createEngine: (options: EngineStart) => EnginePort;
  /** Ends this process. */
  readonly exit: () => void;
}

/** Runs in the engine's process: serves one engine to main. Main has parsed the input of every request. */
export function serveEngine({ main, createEngine, exit }: EngineProcessOptions): void {
  let engine: EnginePort | undefined;
  let pushes: PushMessage[] = [];
  const ptyHosts = new PtyHostsOfMain((notice) => main.send(notice));

  /** Pushes that precede an answer are sent before it. */
  const send = (notice: EngineNotice): void => {
    if (pushes.length > 0) main.send({ type: 'pushes', pushes });
    pushes = [];
    main.send(notice);
  };

  const start = ({ keychain, demoDirs }: Extract<EngineOrder, { type: 'start' }>): void => {
    try {
      engine = createEngine({ keychain, startPtyHost: () => ptyHosts.start(), demoDirs });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return send({ type: 'failed', message: error.message });
    }
    engine.onPush((message) => {
      if (pushes.length === 0)
        setImmediate(() => {
          if (pushes.length > 0) main.send({ type: 'pushes', pushes });
          pushes = [];
        });
      pushes.push(message);
    });
    send({ type: 'started', version: appVersion() });
  };

  const answer = async ({ id, command, input, windowId }: Extract<EngineOrder, { type: 'request' }>): Promise<void> => {
    try {
      if (!engine) throw new AppError('unavailable', 'The engine has not started.');
      // Main has parsed it by the command's schema.
      send({ type: 'answer', id, output: await engine.handle(command, input as never, { windowId }) });
    } catch (error) {
      if (!(error instanceof AppError)) log.error(`The command ${command} failed`, error);
      send({ type: 'error', id, error: toWireError(error) });
    }
  };

  main.onOrder((order) => {
    switch (order.type) {
      case 'start':
        start(order);
        break;
      case 'request':
        void answer(order);
        break;
      case 'refused':
        engine?.refused(order.refusal);
        break;
      case 'windowClosed':
        engine?.windowClosed(order);
        break;
      case 'dispose':
        void Promise.resolve(engine?.dispose())
          .catch((error: unknown) => log.error('The engine could not be closed', error))
          .finally(exit);
        break;
      case 'ptyNotices':
        ptyHosts.receive(order.ptyHost, order.notices);
        break;
      case 'ptyEnded':
        ptyHosts.ended(order.ptyHost);
        break;
    }
  });
}

interface Listeners {
  onMessage: (message: unknown) => void;
  onEnd: () => void;
}

/** Processes that hold terminals, which main starts and passes messages to and from. */
class PtyHostsOfMain {
  readonly #send: (notice: EngineNotice) => void;
  readonly #listeners = new Map<number, Listeners>();
  #last = 0;

  constructor(send: (notice: EngineNotice) => void) {
    this.#send = send;
  }

  start(): ReturnType<StartPtyHost> {
    const ptyHost = (this.#last += 1);
    const listeners: Listeners = { onMessage: () => undefined, onEnd: () => undefined };
    this.#listeners.set(ptyHost, listeners);
    this.#send({ type: 'ptyStart', ptyHost });
    return handleOfPort({
      onMessage: (listener) => void (listeners.onMessage = listener),
      onEnd: (listener) => void (listeners.onEnd = listener),
      send: (orders) => this.#send({ type: 'ptyOrders', ptyHost, orders }),
      kill: () => this.#send({ type: 'ptyKill', ptyHost }),
    });
  }

  receive(ptyHost: number, notices: unknown): void {
    this.#listeners.get(ptyHost)?.onMessage(notices);
  }

  ended(ptyHost: number): void {
    const listeners = this.#listeners.get(ptyHost);
    this.#listeners.delete(ptyHost);
    listeners?.onEnd();
  }
}

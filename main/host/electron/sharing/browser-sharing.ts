import { AppError } from '#shared/contract/app-error.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import type { EnginePort } from '../../engine-port.ts';
import type { SignedInBrowser } from '../../web/access.ts';
import type { WebHost } from '../../web/web-host.ts';

/** Browsers that aren't used for so long are signed out. */
const IDLE_MS = 24 * 3_600_000;

export interface SharingOptions {
  /** Without the commands of the desktop, which are for the app's own windows. */
  readonly engine: EnginePort;
  readonly rendererDir: string;
  readonly outsidePage: () => OutsidePage;
  /** It has started or stopped. */
  readonly onChange: () => void;
}

/** Serves the app's sessions to browsers of this machine, as `gatehouse serve` does. Off until a person starts it. */
export class BrowserSharing {
  readonly #options: SharingOptions;
  #host: WebHost | undefined;
  #starting: Promise<WebHost> | undefined;
  #isEnded = false;

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#host !== undefined;
  }

  get browsers(): readonly SignedInBrowser[] {
    return this.#host?.browsers() ?? [];
  }

  /** A link for one browser. Starts the server if it isn't running. @throws AppError `unavailable` when it can't listen. */
  async link(): Promise<string> {
    const host = this.#host ?? (await (this.#starting ??= this.#start().finally(() => (this.#starting = undefined))));
    return host.newUrl();
  }

  /** `false`: there is no such browser. */
  signOut(number: number): boolean {
    return this.#host?.signOut(number) ?? false;
  }

  /** Signs every browser out and closes the server. Links and cookies are worthless from then on. */
  async stop(): Promise<void> {
    // One that is starting is stopped too, and doesn't go on once the app quits.
    await this.#starting?.catch(() => undefined);
    const host = this.#host;
    if (!host) return;
    this.#host = undefined;
    for (const { number } of host.browsers()) host.signOut(number);
    await host.close();
    this.#options.onChange();
  }

  /** Before the app quits: it can't be started again. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.stop();
  }

  async #start(): Promise<WebHost> {
    const { engine, rendererDir, outsidePage, onChange } = this.#options;
    // Loaded here: most people never share.
    const { startWebHost } = await import('../../web/web-host.ts');
    const host = await startWebHost({ engine: forBrowsers(engine), port: 0, rendererDir, outsidePage, idleMs: IDLE_MS });
    if (this.#isEnded) {
      await host.close();
      throw new AppError('unavailable', 'Gatehouse is being closed.');
    }
    this.#host = host;
    onChange();
    return host;
  }
}

/** What a page in a browser is shown instead of the desktop's own. */
function forBrowsers(engine: EnginePort): EnginePort {
  return {
    handle: async (command, input, window) => {
      const output = await engine.handle(command, input, window);
      return command === 'app.state' ? { ...output, host: 'web' } : output;
    },
    onPush: (listener) => engine.onPush(listener),
    onConnection: (listener) => engine.onConnection?.(listener) ?? (() => undefined),
    refused: (refusal) => engine.refused(refusal),
    windowClosed: (window) => engine.windowClosed(window),
    dispose: () => undefined,
  };
}

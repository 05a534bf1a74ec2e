import { AppError } from '#shared/contract/app-error.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import type { SharingSetting } from '#shared/settings/sharing-setting.ts';
import type { EnginePort } from '../../engine-port.ts';
import type { SignedInBrowser } from '../../web/access.ts';
import type { ServedAt, ServeWords } from '../../web/served-at.ts';
import type { WebHost } from '../../web/web-host.ts';

/** Browsers that aren't used for so long are signed out, unless the setting says otherwise. */
const IDLE_HOURS = 24;

/** What the parts of the setting are called. */
const WORDS: ServeWords = {
  port: 'gatehouse.sharing.port',
  host: 'gatehouse.sharing.host',
  name: 'gatehouse.sharing.names',
  cert: 'gatehouse.sharing.certificate',
  key: 'gatehouse.sharing.key',
  withoutTls: 'gatehouse.sharing.withoutTls',
};

export interface SharingOptions {
  /** Without the commands of the desktop, which are for the app's own windows. */
  readonly engine: EnginePort;
  readonly rendererDir: string;
  readonly outsidePage: () => OutsidePage;
  /** As it is now. @throws AppError when it can't be read. */
  readonly setting: () => Promise<SharingSetting>;
  /** It has started or stopped. */
  readonly onChange: () => void;
}

/** Serves the app's sessions to browsers, as `gatehouse serve` does; to those of this machine unless a setting says otherwise. Off until a person starts it. */
export class BrowserSharing {
  readonly #options: SharingOptions;
  #host: WebHost | undefined;
  #starting: Promise<void> | undefined;
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

  /** Where it would listen, for a person to decide about. @throws AppError `unavailable` when the setting can't be used. */
  async plan(): Promise<ServedAt> {
    const [{ servedAt }, setting] = await Promise.all([import('../../web/served-at.ts'), this.#options.setting()]);
    const { certificate, key, signOutAfter, ...others } = setting;
    return servedAt({ ...others, certFile: certificate, keyFile: key, signOutAfterHours: signOutAfter ?? IDLE_HOURS }, WORDS);
  }

  /** Starts the server if it isn't running. @throws AppError `unavailable` when it can't listen. */
  async start(at: ServedAt): Promise<void> {
    if (this.#host) return;
    await (this.#starting ??= this.#start(at).finally(() => (this.#starting = undefined)));
  }

  /** A link for one browser. @throws AppError `unavailable` when sharing is off. */
  link(): string {
    if (!this.#host) throw new AppError('unavailable', 'Sharing was stopped.');
    return this.#host.newUrl();
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

  async #start(at: ServedAt): Promise<void> {
    const { engine, rendererDir, outsidePage, onChange } = this.#options;
    // Loaded here: most people never share.
    const { startWebHost } = await import('../../web/web-host.ts');
    const host = await startWebHost({ ...at, engine: forBrowsers(engine), rendererDir, outsidePage, words: WORDS });
    if (this.#isEnded) {
      await host.close();
      throw new AppError('unavailable', 'Gatehouse is being closed.');
    }
    this.#host = host;
    onChange();
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

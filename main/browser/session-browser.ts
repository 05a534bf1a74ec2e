import type { Browser, Frame, Page, Route } from 'playwright-core';
import { createLogger } from '#main/log/logger.ts';
import type { HostPolicy } from '#main/net/public-address.ts';
import { untilAborted } from '#main/tool/until-aborted.ts';
import type { BrowserAction, BrowserCall, BrowserService, BrowserView } from '#main/tool/services/browser-service.ts';
import { CheckedProxy } from './checked-proxy.ts';
import { launch } from './launch.ts';
import { NavigationGate } from './navigation-gate.ts';
import { perform } from './perform.ts';
import { viewOf } from './view-of.ts';

const NAVIGATION_TIMEOUT_MS = 30_000;
const ACTION_TIMEOUT_MS = 10_000;
/** Time limit of an action, including everything it waits for. */
const CALL_TIMEOUT_MS = 60_000;
const IDLE_MS = 10 * 60_000;

const log = createLogger('browser');

export interface SessionBrowserOptions {
  /** Absolute path of a Chromium; read when it starts. */
  readonly executable: () => string;
  readonly env: NodeJS.ProcessEnv;
  readonly policy: HostPolicy;
  readonly isDenied: (url: string) => boolean;
  readonly sandbox?: boolean;
  readonly ignoreHTTPSErrors?: boolean;
}

interface OpenBrowser {
  readonly browser: Browser;
  readonly page: Page;
  readonly proxy: CheckedProxy;
}

/** The browser of a session: one page, opened for the first action, closed when it isn't used for a while. */
export class SessionBrowser implements BrowserService {
  readonly #options: SessionBrowserOptions;
  readonly #gate: NavigationGate;
  #open: Promise<OpenBrowser> | undefined;
  #page: Page | undefined;
  #idle: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: SessionBrowserOptions) {
    this.#options = options;
    this.#gate = new NavigationGate(options.policy);
  }

  url(): string | undefined {
    const url = this.#page?.isClosed() === false ? this.#page.url() : '';
    return url.startsWith('https:') ? url : undefined;
  }

  /** Ends the browser after a cancelled call or when the page doesn't answer, so that nothing continues under the next call's permission. */
  async act(action: BrowserAction, { allows, signal }: BrowserCall): Promise<BrowserView> {
    clearTimeout(this.#idle);
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const ended = AbortSignal.any([signal, timeout]);
    this.#gate.open(action.type === 'navigate' ? action.url : (this.url() ?? ''), allows);
    try {
      return await untilAborted(this.#run(action), ended);
    } catch (error) {
      if (!ended.aborted) throw error;
      await this.#close();
      const why = signal.aborted ? 'The call was cancelled' : `The page did not answer within ${CALL_TIMEOUT_MS / 1000} seconds`;
      throw new Error(`${why}, so the browser was closed.`, { cause: error });
    } finally {
      this.#gate.close(this.url() ?? '');
      this.#idle = setTimeout(() => void this.#close(), IDLE_MS).unref();
    }
  }

  /** Ends the browser for good. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#close();
  }

  async #run(action: BrowserAction): Promise<BrowserView> {
    const { page } = await this.#started();
    await perform(page, action);
    return await viewOf(page, action.type === 'screenshot', () => this.#gate.takeBlocked());
  }

  async #started(): Promise<OpenBrowser> {
    if (this.#disposed) throw new Error('The session is closing.');
    const opening = (this.#open ??= this.#start());
    try {
      return await opening;
    } catch (error) {
      if (this.#open === opening) this.#open = undefined;
      throw error;
    }
  }

  async #start(): Promise<OpenBrowser> {
    const { policy, isDenied, env, sandbox = true, ignoreHTTPSErrors = false } = this.#options;
    const executable = this.#options.executable();
    const proxy = await CheckedProxy.start({ policy, isDenied });
    try {
      const { browser, context } = await launch({ executable, env, proxy, sandbox, ignoreHTTPSErrors });
      context.setDefaultTimeout(ACTION_TIMEOUT_MS);
      context.setDefaultNavigationTimeout(NAVIGATION_TIMEOUT_MS);
      const page = await context.newPage();
      this.#page = page;
      await context.route('**/*', (route) => this.#intercept(route, page));
      await this.#guardRedirects(page, proxy);
      // It may have closed by itself.
      context.on('page', (other) => void other.close().catch(() => undefined));
      page.on('framenavigated', (frame) => void this.#checkFrame(frame));
      // It may have ended by itself; the context accepts no downloads.
      page.on('download', (download) => void download.cancel().catch(() => undefined));
      browser.on('disconnected', () => {
        proxy.close();
        if (this.#page === page) this.#forget();
      });
      return { browser, page, proxy };
    } catch (error) {
      proxy.close();
      log.debug('the browser could not be started', error);
      throw new Error(`The browser could not be started (gatehouse.browser is ${executable}). Tell the user.`, { cause: error });
    }
  }

  /**
   * Other pages (pop-ups) may open nothing; frames may open what the page may open. An aborted navigation leaves the page unchanged.
   */
  async #intercept(route: Route, page: Page): Promise<void> {
    const request = route.request();
    if (!request.isNavigationRequest()) return await route.continue();
    const frame = frameOf(route);
    const isOpen = frame?.page() === page && (await this.#gate.mayOpen(request.url()));
    if (frame?.page() !== page) await this.#gate.mayOpen(`pop-up: ${request.url()}`);
    return isOpen ? await route.continue() : await route.abort('aborted');
  }

  /** Checks each address in a chain of redirects; routes only see the first. */
  async #guardRedirects(page: Page, { username, password }: CheckedProxy): Promise<void> {
    const session = await page.context().newCDPSession(page);
    session.on('Fetch.requestPaused', ({ requestId, request, redirectedRequestId }) => {
      void (async () => {
        const isOpen = redirectedRequestId === undefined || (await this.#gate.mayOpen(request.url));
        await (isOpen
          ? session.send('Fetch.continueRequest', { requestId })
          : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
      })().catch((error: unknown) => log.debug('a request of a page had ended before its decision', error));
    });
    session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
      const answer = authChallenge.source === 'Proxy' ? ({ response: 'ProvideCredentials', username, password } as const) : undefined;
      session
        .send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer ?? { response: 'Default' } })
        .catch((error: unknown) => log.debug('a request of a page had ended before its sign-in', error));
    });
    await session.send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
      handleAuthRequests: true,
    });
  }

  /** Empties a frame of another process that a redirect took to an address that wasn't checked. */
  async #checkFrame(frame: Frame): Promise<void> {
    const url = frame.url();
    if (!/^https?:/u.test(url) || (await this.#gate.mayOpen(url))) return;
    // The frame or page may be gone.
    await frame.goto('about:blank').catch(() => undefined);
  }

  #forget(): void {
    this.#open = undefined;
    this.#page = undefined;
  }

  async #close(): Promise<void> {
    clearTimeout(this.#idle);
    const opening = this.#open;
    this.#forget();
    try {
      const opened = await opening;
      await opened?.browser.close();
      opened?.proxy.close();
    } catch (error) {
      log.debug('the browser was not running any more', error);
    }
  }
}

function frameOf(route: Route): Frame | undefined {
  try {
    return route.request().frame();
  } catch {
    // A page that isn't ready yet: a pop-up.
    return undefined;
  }
}

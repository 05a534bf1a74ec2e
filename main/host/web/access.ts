import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE = 'gatehouse';

/** A browser that has used a link, until it is signed out. */
export interface SignedInBrowser {
  /** For people: 1, 2, 3, … */
  readonly number: number;
  /** What it says it is. */
  readonly agent: string;
  /** Milliseconds since the epoch. */
  readonly signedInAt: number;
  readonly usedAt: number;
}

interface Browser extends SignedInBrowser {
  readonly cookie: string;
  usedAt: number;
  /** Its connections, closed when it is signed out. */
  readonly connections: Set<() => void>;
}

export interface WebAccessOptions {
  /** The cookie is sent over TLS alone. */
  readonly isTls?: boolean;
  /** A browser that isn't used for this time is signed out. Default: never. */
  readonly idleMs?: number | undefined;
  readonly now?: () => number;
}

/**
 * Controls who may use the window. A link's token works once and is exchanged for a cookie of that browser alone, valid until it is signed out or
 * this process ends. The cookie is bound to a secret path, because browsers send cookies to every port of a host: without it, any other local
 * server the user visits (the project's own, say) would receive it.
 */
export class WebAccess {
  readonly basePath = `/${secret()}/`;
  readonly #options: WebAccessOptions;
  readonly #now: () => number;
  readonly #tokens = new Set<string>();
  readonly #browsers = new Map<number, Browser>();
  #last = 0;

  constructor(options: WebAccessOptions = {}) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** A new single-use token. */
  newToken(): string {
    const token = secret();
    this.#tokens.add(token);
    return token;
  }

  /** The cookie header to set if the token is valid; the token is then used up. */
  redeem(token: string, agent = ''): string | null {
    for (const known of this.#tokens) {
      if (!sameSecret(known, token)) continue;
      this.#tokens.delete(known);
      const [now, cookie, number] = [this.#now(), secret(), (this.#last += 1)];
      this.#browsers.set(number, { number, agent: agent.slice(0, 200), signedInAt: now, usedAt: now, cookie, connections: new Set() });
      return `${COOKIE}=${cookie}; Path=${this.basePath}; HttpOnly; SameSite=Strict${this.#options.isTls ? '; Secure' : ''}`;
    }
    return null;
  }

  hasCookie(header: string | undefined): boolean {
    return this.#browserOf(header) !== undefined;
  }

  /** A connection of the browser with this cookie, if it has one: `close` is called when it is signed out. */
  connect(header: string | undefined, close: () => void): { readonly used: () => void; readonly closed: () => void } | undefined {
    const browser = this.#browserOf(header);
    if (!browser) return undefined;
    browser.connections.add(close);
    return {
      used: () => {
        browser.usedAt = this.#now();
      },
      closed: () => void browser.connections.delete(close),
    };
  }

  get browsers(): readonly SignedInBrowser[] {
    return [...this.#browsers.values()];
  }

  /** Its cookie is worthless from now on, and its connections are closed. `false`: there is no such browser. */
  signOut(number: number): boolean {
    const browser = this.#browsers.get(number);
    if (!browser) return false;
    this.#browsers.delete(number);
    for (const close of browser.connections) close();
    return true;
  }

  /** Signs out browsers that haven't been used for too long. */
  endIdle(): void {
    const { idleMs } = this.#options;
    if (idleMs === undefined) return;
    for (const { number, usedAt } of this.#browsers.values()) if (this.#now() - usedAt > idleMs) this.signOut(number);
  }

  #browserOf(header: string | undefined): Browser | undefined {
    this.endIdle();
    for (const pair of (header ?? '').split(';')) {
      const [name, value] = pair.trim().split('=', 2);
      if (name !== COOKIE || value === undefined) continue;
      const browser = [...this.#browsers.values()].find(({ cookie }) => sameSecret(value, cookie));
      if (!browser) continue;
      browser.usedAt = this.#now();
      return browser;
    }
    return undefined;
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Compares in constant time, whatever the lengths. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

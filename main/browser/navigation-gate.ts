import { assertPublicHost, type HostPolicy } from '#main/net/public-address.ts';

const MAX_REPORTED = 10;
const MAX_URL_CHARS = 500;

/** Decides which addresses the page may open, however it navigates. */
export class NavigationGate {
  readonly #policy: HostPolicy;
  #host: string | undefined;
  #allows: ((url: string) => Promise<boolean>) | undefined;
  #blocked: string[] = [];

  constructor(policy: HostPolicy) {
    this.#policy = policy;
  }

  /** During a call: the host that it was permitted for, and the decision about others. */
  open(url: string, allows: (url: string) => Promise<boolean>): void {
    this.#host = URL.parse(url)?.hostname;
    this.#allows = allows;
  }

  /** After a call: the page may only stay on its host. */
  close(url: string): void {
    this.#host = URL.parse(url)?.hostname;
    this.#allows = undefined;
  }

  /** Never rejects. A refused address is reported. */
  async mayOpen(url: string): Promise<boolean> {
    const isOpen = await this.#isOpen(url).catch(() => false);
    if (!isOpen && this.#blocked.length < MAX_REPORTED) this.#blocked.push(url.slice(0, MAX_URL_CHARS));
    return isOpen;
  }

  takeBlocked(): readonly string[] {
    const blocked = [...new Set(this.#blocked)];
    this.#blocked = [];
    return blocked;
  }

  async #isOpen(text: string): Promise<boolean> {
    const url = URL.parse(text);
    if (url?.protocol !== 'https:') return false;
    assertPublicHost(url.hostname, this.#policy);
    return url.hostname === this.#host || ((await this.#allows?.(url.href)) ?? false);
  }
}

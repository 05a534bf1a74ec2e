import { LRUCache } from 'lru-cache';

/** A page as text. */
export interface PageText {
  /** Its address after redirects. */
  readonly url: string;
  readonly code: number;
  readonly codeText: string;
  /** Size as received, decompressed. */
  readonly bytes: number;
  readonly text: string;
}

const TTL_MS = 15 * 60_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Pages by requested address, so that several questions about a page fetch it once. */
export class PageCache {
  readonly #pages = new LRUCache<string, PageText>({
    maxSize: MAX_BYTES,
    ttl: TTL_MS,
    // A character takes up to two bytes; even an empty page takes some space.
    sizeCalculation: ({ text, url }, key) => 2 * (text.length + url.length + key.length) + 200,
  });

  get(url: string): PageText | undefined {
    return this.#pages.get(url);
  }

  set(url: string, page: PageText): void {
    this.#pages.set(url, page);
  }
}

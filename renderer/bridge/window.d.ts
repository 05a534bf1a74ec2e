import type { Bridge } from '#shared/contract/message.ts';

declare global {
  interface Window {
    /** Set by the preload script; absent in a browser. */
    readonly gatehouse?: Bridge;
  }
}

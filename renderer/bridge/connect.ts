import type { Bridge } from '#shared/contract/message.ts';
import { SocketBridge } from './socket-bridge.ts';

/** The preload script's bridge if there is one, else a socket to the page's host. */
export function connectBridge(): Bridge {
  if (window.gatehouse) return window.gatehouse;
  const url = new URL('ws', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const bridge = new SocketBridge(url.href);
  window.addEventListener('online', () => bridge.connectNow());
  return bridge;
}

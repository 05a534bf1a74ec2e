import type { Browser, BrowserContext } from 'playwright-core';
import type { CheckedProxy } from './checked-proxy.ts';

const VIEWPORT = { width: 1280, height: 800 };
const LAUNCH_TIMEOUT_MS = 30_000;
/** The environment variables that a browser needs; never keys. */
const BROWSER_VARIABLES = ['HOME', 'LANG', 'PATH', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LOCALAPPDATA', 'USERPROFILE', 'XDG_RUNTIME_DIR'];

/** Sends everything through the proxy, even requests to loopback: no DNS, no UDP. */
const ARGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  // The name of the same option in newer and in older versions.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
];

export interface LaunchOptions {
  readonly executable: string;
  readonly env: NodeJS.ProcessEnv;
  readonly proxy: CheckedProxy;
  /** Disabled only where the system has no sandbox, as for root in a test container. */
  readonly sandbox: boolean;
  readonly ignoreHTTPSErrors: boolean;
}

/** Starts a headless Chromium with a temporary profile. It ends with this process, even if that is killed. */
export async function launch({
  executable,
  env,
  proxy,
  sandbox,
  ignoreHTTPSErrors,
}: LaunchOptions): Promise<{ readonly browser: Browser; readonly context: BrowserContext }> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: executable,
    chromiumSandbox: sandbox,
    args: ARGS,
    env: Object.fromEntries(BROWSER_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    proxy: { server: proxy.url, username: proxy.username, password: proxy.password, bypass: '<-loopback>' },
    timeout: LAUNCH_TIMEOUT_MS,
    // The app handles signals itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    viewport: VIEWPORT,
    ignoreHTTPSErrors,
  });
  return { browser, context };
}

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SessionBrowser } from '#main/browser/session-browser.ts';
import type { BrowserAction } from '#main/tool/services/browser-service.ts';
import { testChromium } from '#test/support/test-chromium.ts';
import { WebServer } from '#test/support/servers/web-server.ts';

const executable = testChromium();

describe.skipIf(executable === undefined)('the browser', () => {
  let web: WebServer;
  let browser: SessionBrowser;
  let denied: string[];
  /** Hosts that the permission engine allows besides the page's own. */
  let allowed: string[];

  beforeAll(async () => {
    web = await WebServer.start();
    browser = new SessionBrowser({
      executable: () => executable ?? '',
      env: process.env,
      policy: web.policy,
      isDenied: (url) => denied.some((host) => URL.parse(url)?.hostname === host),
      // Chromium has no sandbox for root.
      sandbox: process.getuid?.() !== 0,
      ignoreHTTPSErrors: true,
    });
  });
  beforeEach(() => {
    denied = [];
    allowed = [];
    web.requests.length = 0;
  });
  afterAll(async () => {
    await browser.dispose();
    await web[Symbol.asyncDispose]();
  });

  const act = (action: BrowserAction) =>
    browser.act(action, {
      allows: (url) => Promise.resolve(allowed.includes(URL.parse(url)?.hostname ?? '')),
      signal: new AbortController().signal,
    });
  const open = (key: string) => act({ type: 'navigate', url: web.url(key) });
  const refOf = (text: string, name: string): string => new RegExp(`${name}.*?\\[ref=(\\w+)\\]`, 'u').exec(text)?.[1] ?? 'none';

  it('reads a page, clicks, types and takes a screenshot', async () => {
    web.page('a.test-web/', `<title>One</title><h1>Hello</h1><a href="/two">Next</a>`);
    web.page('a.test-web/two', '<form action="/three"><input aria-label="Name" name="q"></form>');
    web.page('a.test-web/three?q=Ada', '<p>Hi Ada</p>');
    const first = await open('a.test-web/');
    expect(first).toMatchObject({ title: 'One', url: web.url('a.test-web/'), truncated: false, blocked: [] });
    expect(first.text).toContain('heading "Hello"');
    const second = await act({ type: 'click', ref: refOf(first.text, 'link "Next"') });
    expect(second.url).toBe(web.url('a.test-web/two'));
    const third = await act({ type: 'type', ref: refOf(second.text, 'textbox "Name"'), text: 'Ada', submit: true });
    expect(third.text).toContain('Hi Ada');
    const { screenshot } = await act({ type: 'screenshot' });
    expect(Buffer.from(screenshot ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it.each([
    ['a link', '<a href="EVIL">Go</a>'],
    ['a link to a new window', '<a href="EVIL" target="_blank">Go</a>'],
    ['a script', '<button onclick="location.href=\'EVIL\'">Go</button>'],
    ['a new window of a script', '<button onclick="window.open(\'EVIL\')">Go</button>'],
    ['a form', '<form action="EVIL" method="post"><button>Go</button></form>'],
    ['a frame', "<button onclick=\"document.body.append(Object.assign(document.createElement('iframe'),{src:'EVIL'}))\">Go</button>"],
    ['a redirect', '<a href="/redirect">Go</a>'],
    ['a redirect to http', '<a href="/http">Go</a>'],
  ])('opens no host that is not allowed by %s', async (_name, html) => {
    web.page('a.test-web/', html.replace('EVIL', web.url('evil.test-web/x')));
    web.redirect('a.test-web/redirect', web.url('evil.test-web/x'));
    web.redirect('a.test-web/http', web.url('evil.test-web/x').replace('https:', 'http:'));
    web.page('evil.test-web/x', 'evil');
    const { text } = await open('a.test-web/');
    const after = await act({ type: 'click', ref: refOf(text, '"Go"') });
    expect(web.requests.filter((request) => request.startsWith('evil'))).toEqual([]);
    expect(after.blocked.join()).toContain('evil.test-web');
    expect(after.url).toBe(web.url('a.test-web/'));
  });

  it('opens a host that the permission engine allows, also by redirect', async () => {
    allowed = ['b.test-web'];
    web.redirect('a.test-web/', web.url('b.test-web/x'));
    web.page('b.test-web/x', '<p>fine</p>');
    expect(await open('a.test-web/')).toMatchObject({ url: web.url('b.test-web/x'), blocked: [] });
  });

  it('blocks navigation between two calls', async () => {
    allowed = ['b.test-web'];
    const { promise: mayGo, resolve: go } = Promise.withResolvers<void>();
    const { promise: tried, resolve: hasTried } = Promise.withResolvers<void>();
    const target = web.url('b.test-web/x');
    web.page(
      'a.test-web/',
      `<script>fetch('/go').then(() => { location.href = '${target}'; setTimeout(() => fetch('/tried'), 200) })</script>`,
    );
    web.page('b.test-web/x', 'two');
    web.handle('a.test-web/go', (_request, response) => void mayGo.then(() => response.end()));
    web.handle('a.test-web/tried', (_request, response) => {
      response.end();
      hasTried();
    });
    await open('a.test-web/');
    go();
    await tried;
    const after = await act({ type: 'read' });
    expect(after).toMatchObject({ url: web.url('a.test-web/'), blocked: [target] });
    expect(web.requests).not.toContain('b.test-web/x');
  });

  it('reaches no private address and no denied site, whatever asks for it', async () => {
    denied = ['denied.test-web'];
    const targets = [
      'http://127.0.0.1:PORT/',
      'https://127.0.0.2:PORT/',
      'https://localhost:PORT/',
      'https://[::1]:PORT/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://denied.test-web:PORT/secret',
    ];
    const urls = targets.map((target) => target.replace('PORT', String(web.port)));
    web.page(
      'a.test-web/',
      `<p id=out></p><script>Promise.allSettled(${JSON.stringify(urls)}.map((u) => fetch(u, { mode: 'no-cors' }))).then((all) => { out.textContent = all.map((one) => one.status).join() })</script>`,
    );
    web.page('denied.test-web/secret', 'secret');
    await open('a.test-web/');
    const { text } = await act({ type: 'read' });
    expect(text).toContain(targets.map(() => 'rejected').join());
    expect(web.requests).toEqual(expect.not.arrayContaining(['denied.test-web/secret', 'localhost/', '127.0.0.2/']));
  });

  it('sends no datagrams, which no proxy would check', async () => {
    const socket = createSocket('udp4');
    let received = 0;
    socket.on('message', () => (received += 1));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { promise: gathered, resolve } = Promise.withResolvers<void>();
    web.handle('a.test-web/gathered', (_request, response) => {
      response.end();
      resolve();
    });
    web.page(
      'a.test-web/',
      `<script>
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${socket.address().port}' }] });
        peer.createDataChannel('x');
        peer.onicegatheringstatechange = async () => {
          if (peer.iceGatheringState !== 'complete') return;
          await new WebTransport('https://127.0.0.1:${socket.address().port}/').ready.catch(() => undefined);
          await fetch('/gathered');
        };
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      </script>`,
    );
    await open('a.test-web/');
    await gathered;
    socket.close();
    expect(received).toBe(0);
  });

  it('is closed when a call is cancelled, so that nothing of it continues', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    web.handle('a.test-web/slow', () => resolve());
    const controller = new AbortController();
    const url = web.url('a.test-web/slow');
    const slow = browser.act({ type: 'navigate', url }, { allows: () => Promise.resolve(true), signal: controller.signal });
    await asked;
    controller.abort();
    await expect(slow).rejects.toThrow('The call was cancelled, so the browser was closed.');
    expect(browser.url()).toBeUndefined();
  });

  it('downloads nothing', async () => {
    web.page('a.test-web/', '<a href="/file" download>Go</a>');
    web.page('a.test-web/file', 'data', { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' });
    const { text } = await open('a.test-web/');
    expect((await act({ type: 'click', ref: refOf(text, '"Go"') })).url).toBe(web.url('a.test-web/'));
  });

  it('ends with the session', async () => {
    web.page('a.test-web/', 'x');
    await open('a.test-web/');
    await browser.dispose();
    expect(browser.url()).toBeUndefined();
    await expect(open('a.test-web/')).rejects.toThrow('The session is closing.');
  });
});

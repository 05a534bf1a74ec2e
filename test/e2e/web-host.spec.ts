import { request } from 'node:http';
import { expect, test } from './host.ts';

/** A raw request: a browser would normalize the address and refuse to forge headers. */
function status(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

test('the link opens the window once and leaves no token in the address bar', async ({ startHost, browser }) => {
  const { page, url } = await startHost();
  await expect(page).toHaveTitle('Gatehouse');
  expect(page.url()).not.toContain('token');

  const stranger = await browser.newContext();
  const answer = await (await stranger.newPage()).goto(url);
  expect(answer?.status()).toBe(401);
  await stranger.close();

  await page.reload();
  await expect(page).toHaveTitle('Gatehouse');
  expect((await page.goto(url))?.status()).toBe(200);
});

test('serves nothing without the cookie, to a foreign host name, or from outside the window', async ({ startHost }) => {
  const { page, url } = await startHost();
  const base = new URL(page.url()).pathname;
  const cookie = (await page.context().cookies(page.url())).map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(await status(url, base, { cookie })).toBe(200);
  expect(await status(url, base)).toBe(401);
  expect(await status(url, base, { cookie, host: 'gatehouse.example' })).toBe(421);
  for (const path of [
    '../package.json',
    '..%2f..%2fpackage.json',
    '%2e%2e/cli/gatehouse.js',
    'assets/../../cli/gatehouse.js',
    '%2fetc%2fpasswd',
  ]) {
    expect(await status(url, base + path, { cookie }), path).toBe(404);
  }
});

test('another page of the same browser has no access', async ({ startHost, page }) => {
  const host = await startHost();
  const base = host.page.url();
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }));
  await page.goto('http://evil.example/');
  const reached = await page.evaluate(async (address) => {
    const fetched = await fetch(address, { credentials: 'include' }).then(
      () => true,
      () => false,
    );
    const connected = await new Promise((resolve) => {
      const socket = new WebSocket(`${address.replace('http:', 'ws:')}ws`);
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('error', () => resolve(false));
    });
    return { fetched, connected };
  }, base);
  expect(reached).toEqual({ fetched: false, connected: false });
});

test('the window causes no violation of its content security policy', async ({ startHost, page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await startHost();
  await expect(page.locator('#root > *').first()).toBeVisible();
  expect(violations).toEqual([]);
});

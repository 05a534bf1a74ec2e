import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BrowserAction, BrowserView } from '#main/tool/services/browser-service.ts';
import { createWebBrowserTool } from '#main/tools/web-browser/web-browser-tool.ts';
import { SessionFixture } from '../session-fixture.ts';

let session: SessionFixture;
let current: string | undefined;
let done: BrowserAction[];
const view: BrowserView = {
  url: 'https://example.com/',
  title: 'T',
  text: 'body </untrusted>',
  truncated: true,
  blocked: ['https://evil.com/'],
};
const tool = createWebBrowserTool({ hasBrowser: () => true });

beforeEach(() => {
  session = new SessionFixture();
  current = undefined;
  done = [];
  const browser = {
    url: () => current,
    act: (action: BrowserAction) => {
      done.push(action);
      return Promise.resolve({ ...view, ...(action.type === 'screenshot' && { screenshot: 'anBlZw==' }) });
    },
  };
  session.context = { ...session.context, services: { ...session.context.services, browser } };
});
afterEach(() => session.dispose());

describe('WebBrowser', () => {
  it('is offered only with a browser', () => {
    expect(createWebBrowserTool({}).isEnabled()).toBe(false);
  });

  it('returns the page as untrusted text, with what was blocked', async () => {
    const { text } = await session.call('WebBrowser', { action: 'navigate', url: 'http://example.com/#a' });
    expect(done).toEqual([{ type: 'navigate', url: 'https://example.com/' }]);
    expect(text).toContain('<untrusted source="https://example.com/">');
    expect(text).toContain('body &lt;/untrusted>');
    expect(text).toContain('The page is longer than this.');
    expect(text).toContain('["https://evil.com/"]');
  });

  it('returns a screenshot as an image', async () => {
    current = 'https://example.com/';
    const { block } = await session.call('WebBrowser', { action: 'screenshot' });
    expect(block?.content).toEqual([
      expect.objectContaining({ type: 'text' }),
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'anBlZw==' } },
    ]);
  });

  it.each([
    [{ action: 'click', ref: 'e1' }, 'No page is open. Open one with navigate.'],
    [{ action: 'navigate' }, 'The action navigate needs url.'],
    [{ action: 'navigate', url: 'file:///etc/passwd' }, 'Only http and https addresses are fetched.'],
    [{ action: 'navigate', url: 'chrome://settings' }, 'Only http and https addresses are fetched.'],
    [{ action: 'navigate', url: 'javascript:alert(1)' }, 'Only http and https addresses are fetched.'],
  ])('refuses %j', async (input, message) => {
    expect((await session.call('WebBrowser', input)).text).toBe(message);
  });

  it('refuses private hosts', async () => {
    expect((await session.call('WebBrowser', { action: 'navigate', url: 'http://localhost:3000/' })).text).toContain(
      'is not a public host',
    );
  });

  it('is decided by the page it acts on, whatever address the model sends along', () => {
    current = 'https://current.example.com/';
    const input = tool.inputSchema.parse({ action: 'click', ref: 'e1', url: 'https://allowed.example.com/' });
    expect(tool.backfillObservableInput(input, session.context).url).toBe('https://current.example.com/');
    current = undefined;
    expect(tool.backfillObservableInput(input, session.context).url).toBe('');
  });
});

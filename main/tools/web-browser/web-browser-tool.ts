import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { BrowserAction, BrowserView } from '#main/tool/services/browser-service.ts';
import type { CanUseTool, PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { untrustedText } from '../untrusted-text.ts';
import { pageUrl } from '../web-fetch/fetch-page.ts';

const ACTIONS = ['navigate', 'click', 'type', 'press', 'scroll', 'back', 'read', 'screenshot'] as const;
const MAX_SHOWN_CHARS = 20_000;
/** What each action does, for the sentence on a card. */
const PHRASES: Readonly<Record<(typeof ACTIONS)[number], (url: string) => string>> = {
  navigate: (url) => `open ${url} in the browser`,
  click: () => 'click in the browser',
  type: () => 'type in the browser',
  press: () => 'press a key in the browser',
  scroll: () => 'scroll in the browser',
  back: () => 'go back in the browser',
  read: () => 'read the page in the browser',
  screenshot: () => 'take a screenshot of the browser',
};

const inputSchema = z.strictObject({
  action: z.enum(ACTIONS).describe('What to do'),
  url: z.string().max(2000).optional().describe('navigate: the address to open'),
  ref: z
    .string()
    .regex(/^\w{1,20}$/u)
    .optional()
    .describe('click, type: the element, as the last result names it'),
  text: z.string().max(10_000).optional().describe('type: the text; press: the key, such as Enter or Control+A'),
  submit: z.boolean().optional().describe('type: press Enter afterwards'),
  direction: z.enum(['up', 'down']).optional().describe('scroll: where to (default down)'),
});
type WebBrowserInput = z.output<typeof inputSchema>;

const outputSchema = z.object({ url: z.string(), title: z.string(), text: z.string() });
type WebBrowserOutput = z.output<typeof outputSchema>;

type WebBrowserDetails = Pick<BrowserView, 'truncated' | 'screenshot' | 'blocked'>;

const PROMPT = `Uses a web page in a real browser: for pages that need scripts, clicks or forms. Use WebFetch to only read a page.

- navigate opens an address; the result lists the page's elements, each with a ref that click and type take. Refs change with each result.
- read returns the page as it is now; screenshot also returns an image of it.
- The browser starts without logins, cookies and downloads, and opens only https pages of public servers.
- A page may not open another host by itself; the result says if it tried. Open that address with navigate, if it is needed.`;

export function createWebBrowserTool({ hasBrowser = () => false }: Pick<ToolDeps, 'hasBrowser'>) {
  return buildTool<typeof inputSchema, WebBrowserOutput, 'WebBrowser', WebBrowserDetails>({
    name: 'WebBrowser',
    searchHint: 'open and use web pages in a real browser',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 100_000,
    isEnabled: hasBrowser,
    prompt: () => PROMPT,
    toAutoClassifierInput: ({ action, url = '', text = '' }) => [action, url, text].filter((part) => part !== '').join(' '),
    // Actions on a page are decided by the rules for its host.
    backfillObservableInput: (input, { services }) => ({ ...input, url: targetOf(input, services.browser?.url()) }),
    validateInput: (input, context) => Promise.resolve(validate(input, context)),
    call: (input, context, canUseTool) => call(input, context, canUseTool),
    mapToolResultToToolResultBlockParam: (output, toolUseId, { screenshot, ...details }) => {
      const text = resultText(output, details);
      return {
        type: 'tool_result',
        tool_use_id: toolUseId,
        content:
          screenshot === undefined
            ? text
            : [
                { type: 'text', text },
                { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: screenshot } },
              ],
      };
    },
    wantsTo: (input) => PHRASES[z.enum(ACTIONS).catch('read').parse(input['action'])](oneLine(textField(input, 'url'))),
    present,
  });
}

/** The address that the call is about; empty if there is none, which no rule allows. */
function targetOf({ action, url = '' }: WebBrowserInput, current = ''): string {
  return action === 'navigate' ? url : current;
}

function validate(input: WebBrowserInput, { services }: ToolUseContext): ValidationResult {
  try {
    actionOf(input, services);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

/** @throws Error, worded for the model, if something is missing. */
function actionOf(
  { action, url, ref, text, submit = false, direction = 'down' }: WebBrowserInput,
  services: ToolUseContext['services'],
): BrowserAction {
  if (action === 'navigate') return { type: action, url: pageUrl(required(url, 'url', action), services.web.policy).href };
  if (services.browser?.url() === undefined) throw new Error('No page is open. Open one with navigate.');
  switch (action) {
    case 'click':
      return { type: action, ref: required(ref, 'ref', action) };
    case 'type':
      return { type: action, ref: required(ref, 'ref', action), text: required(text, 'text', action), submit };
    case 'press':
      return { type: action, key: required(text, 'text', action) };
    case 'scroll':
      return { type: action, direction };
    case 'back':
    case 'read':
    case 'screenshot':
      return { type: action };
  }
}

function required(value: string | undefined, field: string, action: string): string {
  if (value === undefined) throw new Error(`The action ${action} needs ${field}.`);
  return value;
}

async function call(
  input: WebBrowserInput,
  { services, abortController: { signal } }: ToolUseContext,
  canUseTool: CanUseTool,
): Promise<ToolResult<WebBrowserOutput, WebBrowserDetails>> {
  const { browser } = services;
  if (!browser) throw new Error('There is no browser.');
  const view = await browser.act(actionOf(input, services), {
    allows: (url) => canUseTool('WebBrowser', { action: 'navigate', url }),
    signal,
  });
  const { url, title, text, ...details } = view;
  return { data: { url, title, text }, details };
}

function resultText({ url, title, text }: WebBrowserOutput, { truncated, blocked }: Omit<WebBrowserDetails, 'screenshot'>): string {
  const notes = [
    ...(truncated ? ['The page is longer than this.'] : []),
    ...(blocked.length > 0 ? [`The page tried to open these addresses, which it may not: ${JSON.stringify(blocked)}`] : []),
  ];
  return [untrustedText(url, `Address: ${url}\nTitle: ${oneLine(title)}\n\n${text}`), ...notes].join('\n');
}

function present(stage: PresentStage<WebBrowserOutput, WebBrowserDetails>): ToolView {
  const { input } = stage;
  const parts = [textField(input, 'action'), textField(input, 'url'), textField(input, 'ref'), textField(input, 'text')];
  const view: ToolView = { kind: 'web', title: 'Browser', summary: oneLine(parts.filter((part) => part !== '').join(' ')) };
  return presentStages(stage, view, ({ url, title, text }, { blocked }) => ({
    outcome: blocked.length > 0 ? `${oneLine(title, 60)}, ${blocked.length} blocked` : oneLine(title, 60),
    detail: { type: 'text', text: `${url}\n\n${text.slice(0, MAX_SHOWN_CHARS)}`, truncated: text.length > MAX_SHOWN_CHARS },
  }));
}

/** What can be done in the browser. `ref` names an element of the page's last view. */
export type BrowserAction =
  | { readonly type: 'navigate'; readonly url: string }
  | { readonly type: 'click'; readonly ref: string }
  | { readonly type: 'type'; readonly ref: string; readonly text: string; readonly submit: boolean }
  | { readonly type: 'press'; readonly key: string }
  | { readonly type: 'scroll'; readonly direction: 'up' | 'down' }
  | { readonly type: 'back' }
  | { readonly type: 'read' }
  | { readonly type: 'screenshot' };

/** The page after an action. All of it is the page's own and untrusted. */
export interface BrowserView {
  readonly url: string;
  readonly title: string;
  /** The accessibility tree as YAML, with a `ref` for each element that can be used. */
  readonly text: string;
  readonly truncated: boolean;
  /** A JPEG in base64. */
  readonly screenshot?: string;
  /** Addresses that the page tried to open and may not. */
  readonly blocked: readonly string[];
}

export interface BrowserCall {
  /** Whether the page may go on to this address, on a host other than its own. */
  readonly allows: (url: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** A browser with one page. Started with the first action. */
export interface BrowserService {
  /** The address of the open page; `undefined` while there is none. */
  url(): string | undefined;
  /** @throws Error, worded for the model, if the action fails. */
  act(action: BrowserAction, call: BrowserCall): Promise<BrowserView>;
}

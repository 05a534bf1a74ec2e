/** Limit on open files, since a server keeps their text in memory. */
const MAX_OPEN = 100;

export interface ShownDocument {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
  readonly language: string;
}

interface Notification {
  readonly method: string;
  readonly params: unknown;
}

/** The files that are open in a server, the most recently used last. */
export class OpenDocuments {
  readonly #open = new Map<string, { readonly uri: string; readonly text: string; readonly version: number }>();

  has(path: string): boolean {
    return this.#open.has(path);
  }

  /** The notifications that make this text known to the server. */
  show({ uri, path, text, language }: ShownDocument): readonly Notification[] {
    const before = this.#open.get(path);
    const version = (before?.version ?? 0) + (before?.text === text ? 0 : 1);
    this.#open.delete(path);
    this.#open.set(path, { uri, text, version });
    if (before?.text === text) return [];
    if (before)
      return [{ method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges: [{ text }] } }, saved(uri)];
    const opened = { method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: language, version, text } } };
    return [...this.#closeOldest(), opened];
  }

  clear(): void {
    this.#open.clear();
  }

  #closeOldest(): Notification[] {
    const [oldest] = this.#open;
    if (this.#open.size <= MAX_OPEN || !oldest) return [];
    this.#open.delete(oldest[0]);
    return [{ method: 'textDocument/didClose', params: { textDocument: { uri: oldest[1].uri } } }];
  }
}

/** Every text that the server gets is on disk. */
function saved(uri: string): Notification {
  return { method: 'textDocument/didSave', params: { textDocument: { uri } } };
}

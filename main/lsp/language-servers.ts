import { extname } from 'node:path';
import { createLogger } from '#main/log/logger.ts';
import type { LanguageAnswer, LanguageItem, LanguageQuery, LanguageService } from '#main/tool/services/language-service.ts';
import type { LanguageServerSettings } from '#shared/settings/language-server-settings.ts';
import type { Places } from './answers.ts';
import { findServerProgram, type ServerProgram } from './find-server-program.ts';
import { LanguageServer } from './language-server.ts';
import { NewProblems, type ReadingRules } from './new-problems.ts';
import type { ServerProcesses } from './server-connection.ts';

const log = createLogger('lsp');

/** A server would need minutes for a larger file. Characters. */
const MAX_TEXT = 4 * 1024 * 1024;

export interface LanguageServersOptions extends ReadingRules {
  readonly projectDir: string;
  /** The user's own settings, by the server's name; a repository's don't count. */
  readonly configured: () => Readonly<Record<string, LanguageServerSettings>>;
  /** Servers run the project's code (its build, its plugins), so the folder has to be trusted. */
  readonly isTrusted: () => boolean;
  readonly env: () => Readonly<Record<string, string>>;
  readonly processes: ServerProcesses;
}

interface Chosen {
  readonly name: string;
  readonly settings: LanguageServerSettings;
  readonly language: string;
  readonly program: ServerProgram;
}

/** The language servers of a session. */
export class LanguageServers implements LanguageService {
  readonly #options: LanguageServersOptions;
  readonly #servers = new Map<string, Pick<Chosen, 'name' | 'settings'> & { readonly server: LanguageServer }>();
  readonly #problems = new NewProblems();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: LanguageServersOptions) {
    this.#options = options;
  }

  get isOffered(): boolean {
    const { isTrusted, configured, env, projectDir } = this.#options;
    return isTrusted() && Object.values(configured()).some((settings) => findServerProgram(settings, env(), projectDir) !== undefined);
  }

  get #extensions(): readonly string[] {
    return Object.values(this.#options.configured()).flatMap(({ extensionToLanguage }) => Object.keys(extensionToLanguage));
  }

  projectProgram(path: string): string | undefined {
    const chosen = this.#choose(path);
    return chosen && this.#servers.get(keyOf(chosen))?.server.isRunning !== true ? chosen.program.projectFile : undefined;
  }

  async ask(query: LanguageQuery): Promise<LanguageAnswer> {
    const { path, text, mayRunProjectProgram } = query;
    const chosen = this.#choose(path);
    if (!chosen) throw new Error(this.#whyNot(path));
    const server = this.#serverOf(chosen);
    if (chosen.program.projectFile !== undefined && !server.isRunning && !mayRunProjectProgram)
      throw new Error('The language server has ended meanwhile. Try again, so that the user is asked about starting it.');
    if (text.length > MAX_TEXT) throw new Error('The file is too large for a language server.');
    const uri = await server.show(path, text, chosen.language);
    return this.#answer(query, uri, (method, params) => server.ask(method, params, query.signal));
  }

  changed(path: string, text: string): void {
    const chosen = this.#choose(path);
    if (!chosen || text.length > MAX_TEXT) return;
    const server = this.#serverOf(chosen);
    if (chosen.program.projectFile !== undefined && !server.isRunning) return;
    this.#problems.written(path);
    server.show(path, text, chosen.language).catch((error: unknown) => log.debug('A language server doesn’t learn of a change', error));
  }

  takeProblems(): string | undefined {
    return this.#problems.take(this.#options.projectDir, this.#options);
  }

  /** Ends servers that may no longer run, and those whose settings have changed. */
  settingsChanged(): void {
    const { isTrusted, configured } = this.#options;
    const now = configured();
    for (const [key, { name, settings, server }] of this.#servers) {
      if (isTrusted() && JSON.stringify(now[name]) === JSON.stringify(settings)) continue;
      this.#servers.delete(key);
      const ending = server.dispose().finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#ending, ...[...this.#servers.values()].map(({ server }) => server.dispose())]);
  }

  async #answer(
    { operation, path, line, character, symbol }: LanguageQuery,
    uri: string,
    ask: (method: string, params: unknown) => Promise<unknown>,
  ): Promise<LanguageAnswer> {
    // Loaded here so that sessions without a language server start without it.
    const { callsOf, hierarchyItems, hoverText, outlineOf, placesOf, symbolsOf } = await import('./answers.ts');
    const at = { textDocument: { uri }, position: { line, character } };
    switch (operation) {
      case 'goToDefinition':
        return this.#readable(placesOf(await ask('textDocument/definition', at)));
      case 'goToImplementation':
        return this.#readable(placesOf(await ask('textDocument/implementation', at)));
      case 'findReferences':
        return this.#readable(placesOf(await ask('textDocument/references', { ...at, context: { includeDeclaration: true } })));
      case 'documentSymbol':
        return this.#readable(outlineOf(await ask('textDocument/documentSymbol', { textDocument: { uri } }), path));
      case 'workspaceSymbol':
        return this.#readable(symbolsOf(await ask('workspace/symbol', { query: symbol })));
      case 'hover': {
        const text = hoverText(await ask('textDocument/hover', at));
        if (text === undefined) return this.#readable({ items: [], isCut: false });
        // The answer quotes the file in which the symbol is defined.
        const { withheld } = this.#readable(placesOf(await ask('textDocument/definition', at)));
        return { items: [], isCut: false, withheld, ...(withheld === 0 && { text }) };
      }
      case 'prepareCallHierarchy':
        return this.#readable(callsOf(await ask('textDocument/prepareCallHierarchy', at)));
      case 'incomingCalls':
      case 'outgoingCalls': {
        const isIncoming = operation === 'incomingCalls';
        const [item] = hierarchyItems(await ask('textDocument/prepareCallHierarchy', at));
        if (!item) return this.#readable({ items: [], isCut: false });
        const calls = await ask(`callHierarchy/${operation}`, { item });
        return this.#readable(callsOf(calls, isIncoming ? 'from' : 'to'));
      }
    }
  }

  /** Removes places in files that a rule denies reading. */
  #readable({ items, isCut }: Places): LanguageAnswer {
    const decided = new Map<string, boolean>();
    const mayRead = ({ path }: LanguageItem): boolean => {
      const allowed = decided.get(path) ?? this.#options.mayRead(path);
      decided.set(path, allowed);
      return allowed;
    };
    const readable = items.filter(mayRead);
    return { items: readable, withheld: items.length - readable.length, isCut };
  }

  #choose(path: string): Chosen | undefined {
    const { configured, isTrusted, env, projectDir } = this.#options;
    if (!isTrusted()) return undefined;
    const extension = extname(path);
    for (const [name, settings] of Object.entries(configured())) {
      if (extension === '' || !Object.hasOwn(settings.extensionToLanguage, extension)) continue;
      const program = findServerProgram(settings, env(), projectDir);
      if (program) return { name, settings, language: settings.extensionToLanguage[extension] ?? '', program };
    }
    return undefined;
  }

  #whyNot(path: string): string {
    const extension = extname(path);
    const [name, settings] =
      Object.entries(this.#options.configured()).find(([, { extensionToLanguage }]) => Object.hasOwn(extensionToLanguage, extension)) ?? [];
    if (!this.#options.isTrusted()) return 'Language servers run only in a trusted folder.';
    if (settings) return `The program of the language server ${name ?? ''}, ${settings.command}, was not found.`;
    return `There is no language server for ${extension === '' ? 'this file' : `${extension} files`}. There is one for ${this.#extensions.join(', ')}.`;
  }

  #serverOf(chosen: Chosen): LanguageServer {
    const { projectDir, env, processes } = this.#options;
    const key = keyOf(chosen);
    const known = this.#servers.get(key);
    if (known) return known.server;
    const { name, settings, program } = chosen;
    const server = new LanguageServer({
      name,
      settings,
      program: program.file,
      projectDir,
      env,
      processes,
      onProblems: (path, diagnostics) => this.#problems.reported(path, diagnostics),
    });
    this.#servers.set(key, { name, settings, server });
    return server;
  }
}

/** Identifies a server with its settings: changed settings mean a different server. */
function keyOf({ name, settings, program }: Chosen): string {
  return JSON.stringify([name, settings, program.file]);
}

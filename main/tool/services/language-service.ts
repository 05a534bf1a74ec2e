export const LANGUAGE_OPERATIONS = [
  'goToDefinition',
  'findReferences',
  'hover',
  'documentSymbol',
  'workspaceSymbol',
  'goToImplementation',
  'prepareCallHierarchy',
  'incomingCalls',
  'outgoingCalls',
] as const;
export type LanguageOperation = (typeof LANGUAGE_OPERATIONS)[number];

export interface LanguageQuery {
  readonly operation: LanguageOperation;
  /** Real path of the file. */
  readonly path: string;
  /** The file's text as it is now. */
  readonly text: string;
  /** From 0, in UTF-16 units. */
  readonly line: number;
  readonly character: number;
  /** What `workspaceSymbol` looks for. */
  readonly symbol: string;
  /** A person allowed a server to start from a program in the project. */
  readonly mayRunProjectProgram: boolean;
  readonly signal: AbortSignal;
}

export interface LanguageItem {
  /** Absolute. */
  readonly path: string;
  /** From 0. */
  readonly line: number;
  readonly character: number;
  readonly name?: string | undefined;
  /** “function”, “class”. */
  readonly kind?: string | undefined;
  /** Level in the outline of a file. */
  readonly depth?: number | undefined;
}

export interface LanguageAnswer {
  readonly items: readonly LanguageItem[];
  /** Of `hover`. */
  readonly text?: string | undefined;
  /** Places left out because a rule denies reading their file. */
  readonly withheld: number;
  /** There are more than are listed. */
  readonly isCut: boolean;
}

/** Answers questions about code through the user's language servers. Error messages are written for the model. */
export interface LanguageService {
  /** There is a server that may run. */
  readonly isOffered: boolean;
  /** The program in the project that would have to be started for this file; `undefined` when none would. */
  projectProgram(path: string): string | undefined;
  /** @throws Error when there is no server for the file, or it fails. */
  ask(query: LanguageQuery): Promise<LanguageAnswer>;
  /** A tool wrote the file. Its server is started unless that needs a person. */
  changed(path: string, text: string): void;
  /** Problems that appeared in written files and weren't reported yet, as text; `undefined` when there are none. */
  takeProblems(): string | undefined;
}

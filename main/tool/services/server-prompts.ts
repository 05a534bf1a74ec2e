import type { ResultContent } from '#shared/session/content.ts';

/** A prompt that an MCP server offers: a person calls it like a command. */
export interface ServerPrompt {
  /** Without the slash. */
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  /** Fetches its text. `values`: in the order of the parameters. @throws Error for a person. */
  get(values: readonly string[], signal: AbortSignal): Promise<ResultContent>;
}

/** What a server says about its use. Written by the server, so it is information and never a command. */
export interface ServerInstructions {
  readonly server: string;
  /** At most 2 KB, without invisible characters. */
  readonly text: string;
  /** Of the text, to tell whether the model knows it. */
  readonly digest: string;
}

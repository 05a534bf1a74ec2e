import { z } from 'zod';

const MAX_TIMEOUT_MS = 120_000;

/** One language server, with the field names of Claude Code's `.lsp.json`. */
export const languageServerSchema = z.object({
  command: z.string().min(1).max(4096),
  args: z.array(z.string().max(4096)).max(100).optional(),
  env: z.record(z.string(), z.string()).optional(),
  /** File extensions with their dot, and the language of each as LSP calls it. */
  extensionToLanguage: z.record(z.string().regex(/^\.[^/\\\s]{1,30}$/u, 'is no extension, like .ts'), z.string().min(1).max(100)),
  initializationOptions: z.unknown().optional(),
  /** Answers to the server's questions about its configuration. */
  settings: z.unknown().optional(),
  startupTimeout: z.number().int().positive().max(MAX_TIMEOUT_MS).optional(),
});
export type LanguageServerSettings = z.infer<typeof languageServerSchema>;

export const languageServersSchema = z.record(z.string().min(1).max(100), languageServerSchema);

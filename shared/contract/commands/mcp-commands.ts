import { z } from 'zod';
import { mcpScopeSchema } from '../../settings/mcp-servers.ts';
import { projectDir, sessionId } from './fields.ts';

/** Signing in to a server. `problem`: why the last attempt failed, or why the sign-in ended, as text. */
const signInSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('needed'), problem: z.string().nullable() }),
  z.object({ kind: z.literal('preparing') }),
  /** The person opens the page, and is waited for. */
  z.object({ kind: z.literal('waiting'), url: z.string() }),
  z.object({ kind: z.literal('finishing') }),
  z.object({
    kind: z.literal('signed_in'),
    /** Where. */
    host: z.string(),
    scope: z.string(),
    /** Further scopes that the server asks for; empty if none. */
    wants: z.string(),
    problem: z.string().nullable(),
  }),
]);

/** One configured server as the window lists it. All texts are untrusted. */
const mcpServerRowSchema = z.object({
  name: z.string(),
  scope: mcpScopeSchema,
  /** The configuration file, absolute; `--mcp-config` for text on the command line. */
  file: z.string(),
  /** Command line or URL, with variables unexpanded. Empty if the entry is invalid. */
  target: z.string(),
  /** `idle`: starts with the next session. `blocked`: not allowed by the settings. `invalid`: the entry can't be used. */
  state: z.enum(['idle', 'connecting', 'connected', 'failed', 'needs_sign_in', 'needs_trust', 'disabled', 'blocked', 'invalid']),
  /** Why it isn't connected, as text. */
  reason: z.string().nullable(),
  /** The last part of a failed server's stderr. */
  stderr: z.string().nullable(),
  tools: z.array(
    z.object({
      /** The name the model calls. */
      name: z.string(),
      rawName: z.string(),
      description: z.string(),
      /** Why allow rules don't apply to it now. */
      suspended: z.string().nullable(),
    }),
  ),
  /** Tools that were skipped, and why. */
  problems: z.array(z.string()),
  /** Some definitions are new or changed since they were approved. */
  changed: z.boolean(),
  /** Digest of the tool definitions. Approvals must name it, so that only definitions that were shown can be approved. */
  definitions: z.string(),
  /** `null`: the server hasn't asked for it. */
  signIn: signInSchema.nullable(),
});
export type McpServerRow = z.infer<typeof mcpServerRowSchema>;

const serverInput = z.strictObject({ projectDir, name: z.string().max(200) });
const serversOutput = z.object({ servers: z.array(mcpServerRowSchema) });

/** MCP servers of a project. */
export const mcpCommands = {
  /** All configured servers of the project; fetch again after `mcp.changed`. */
  'mcp.list': { input: z.strictObject({ projectDir }), output: serversOutput },
  'mcp.restart': {
    input: serverInput,
    output: serversOutput,
  },
  /** Disables or enables a server for this project. */
  'mcp.setEnabled': {
    input: z.strictObject({ projectDir, name: z.string().max(200), enabled: z.boolean() }),
    output: serversOutput,
  },
  /** Approves the server's current tool definitions, so that allow rules apply to them again. */
  'mcp.accept': {
    input: z.strictObject({ projectDir, name: z.string().max(200), definitions: z.string().max(200) }),
    output: serversOutput,
  },
  /** Starts signing in at a server: prepares the page, which the window then offers to open. */
  'mcp.signIn': { input: serverInput, output: serversOutput },
  'mcp.cancelSignIn': { input: serverInput, output: serversOutput },
  /** Where the browser isn't on this machine: the address at which it ended. `taken`: whether it was the one that is waited for. */
  'mcp.finishSignIn': {
    input: z.strictObject({ projectDir, name: z.string().max(200), address: z.string().max(16_384) }),
    output: z.object({ taken: z.boolean() }),
  },
  /** Forgets the tokens of a server. */
  'mcp.signOut': { input: serverInput, output: serversOutput },
  /** A person's answer to a server's question. `gone`: it isn't open any more. `invalid_input`: the values don't fit. */
  'elicitation.answer': {
    input: z.strictObject({
      sessionId,
      elicitationId: z.string().max(100),
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z
        .record(z.string().max(200), z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(10_000)).max(200)]))
        .optional(),
    }),
    output: z.object({ outcome: z.enum(['accepted', 'gone']) }),
  },
} as const;

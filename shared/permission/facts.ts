import { z } from 'zod';

/**
 * What analysis found out about one call. Facts are plain data: the session log keeps them, so a past call can be
 * decided again (back-testing a rule draft) without parsing, disk or network.
 */
export const FACTS_VERSION = 1;

/**
 * `read` shows content, `list` shows names only, `write` creates or changes, `delete` removes, `enter` makes a folder
 * the working directory, `mention` is a word that may be a path of a command nobody modelled.
 */
const pathAccessSchema = z.enum(['read', 'list', 'write', 'delete', 'enter', 'mention']);
export type PathAccess = z.infer<typeof pathAccessSchema>;

/** `input`: a tool's input field. `operand`: what the command is for. `option`: a side output. `redirect`: `> file`. */
const pathViaSchema = z.enum(['input', 'operand', 'option', 'redirect']);
export type PathVia = z.infer<typeof pathViaSchema>;

const concretePathSchema = z.object({
  /** Absolute, `.` and `..` resolved by spelling. */
  path: z.string(),
  /** Where it really leads: links of the longest existing ancestor resolved. */
  real: z.string(),
});
export type ConcretePath = z.infer<typeof concretePathSchema>;

const pathFactSchema = concretePathSchema.extend({
  access: pathAccessSchema,
  via: pathViaSchema,
  /** As the call spelled it. */
  spelled: z.string(),
  /** Everything below it is touched too. */
  recursive: z.boolean(),
  /** All that lies below a recursive path, relative to it, when that is little; absent means unknown. */
  below: z.array(z.string()).optional(),
  /** A folder that is removed or moved as a whole has this protected place in it, or is too large to tell. */
  holds: z.union([z.object({ protected: z.string() }), z.literal('unknown')]).optional(),
  /** A recursive search that leaves names beginning with a dot alone. */
  skipsHidden: z.boolean(),
  /** Patterns of hidden names that such a search reads all the same. */
  shows: z.array(z.string()).optional(),
  /** `path` is a pattern; `matches` is what it matched when the call was analysed. */
  glob: z.boolean(),
  matches: z.array(
    concretePathSchema.extend({
      below: z.array(z.string()).optional(),
      /** Where the name itself is, its last part not followed: all that a listing shows of a link. */
      stands: z.string().optional(),
    }),
  ),
  /** The real path is not known (a variable, `~user`); `path` is a best guess. */
  unresolved: z.boolean(),
  /** A spelling that hides where it leads, in words. */
  oddity: z.string().optional(),
  /** The git checkout it lies in, where it is read outside the working directories. */
  checkout: z.string().optional(),
  /** `path` depends on a `cd` earlier in the line. */
  afterCd: z.boolean(),
});
export type PathFact = z.infer<typeof pathFactSchema>;

const envFactSchema = z.object({
  name: z.string(),
  /** The literal value; absent when it is computed. */
  value: z.string().optional(),
  /** On the list of variables that only change looks (language, colours, time zone). */
  harmless: z.boolean(),
});

/**
 * Why a line is not on the allow-list of syntax. `opaque`: what it runs can't be seen at all. `readable`: all it runs is among the commands,
 * so a line that only reads may have it.
 */
const limitFactSchema = z.object({ text: z.string(), reason: z.string(), opaque: z.boolean(), readable: z.boolean().optional() });
export type LimitFact = z.infer<typeof limitFactSchema>;

/** What a command may do that its words don't show, each with the reason; see `Unseen`. */
const unseenSchema = z.object({ runs: z.string().optional(), reads: z.string().optional(), writes: z.string().optional() });

const commandFactSchema = z.object({
  /** As written, redirections left out. */
  text: z.string(),
  /** What allow rules are compared with: harmless variables and transparent wrappers taken off, else unchanged. */
  strictText: z.string(),
  /** What deny and ask rules are compared with: every level of wrapping, unquoted. */
  looseTexts: z.array(z.string()),
  /** Tails of an unknown program's words: if a denied command is among them it may be run. */
  suspectTexts: z.array(z.string()),
  /** The innermost program and arguments as the shell would see them; null stands for a word only known at run time. */
  argv: z.array(z.string().nullable()),
  /** Its own file name, without folder. */
  program: z.string(),
  /** Index of the command that runs this one (`bash -c`, `$(…)`); absent at the top. */
  runBy: z.number().int().optional(),
  /** Inside something the outer line evaluates, so its reach is part of the outer command. */
  nested: z.boolean(),
  cwd: z.string(),
  env: z.array(envFactSchema),
  /** Proven by command and options; the paths still have to lie in a working directory. */
  readOnly: z.boolean(),
  /** That holds as long as the files whose names another command hands it stay as they are. */
  namesFromInput: z.boolean().optional(),
  /** It only asks a server and changes nothing: as good as reading where the settings say so. */
  networkRead: z.boolean().optional(),
  /** One of the file commands `acceptEdits` covers, in a form that does nothing else. */
  fileCommand: z.boolean(),
  /** Why a prefix or wildcard rule does not cover this form; empty when it does. */
  beyondPrefix: z.array(z.string()),
  /** Runs code that can't be judged: in a file, from a pipe, computed, or in another language on the line. */
  opaqueCode: z.boolean(),
  /** What that code is, one sentence that begins with “It”. */
  opaqueWhy: z.string().optional(),
  unseen: unseenSchema.optional(),
  network: z.boolean(),
  irreversible: z.boolean(),
  paths: z.array(pathFactSchema),
});
export type CommandFact = z.infer<typeof commandFactSchema>;

const shellFactsSchema = z.object({
  /** The whole line, outer blanks cut. */
  line: z.string(),
  commands: z.array(commandFactSchema),
  limits: z.array(limitFactSchema),
  /** Rough parts of a line that didn't parse, so that deny and ask rules still see them. */
  fragments: z.array(z.string()),
});
export type ShellFacts = z.infer<typeof shellFactsSchema>;

const webFactsSchema = z.object({
  url: z.string(),
  /** Canonical host: lower case, punycode, no trailing dot, numeric addresses written out. Empty when there is none. */
  host: z.string(),
  /** Why this address is never fetched unasked, in words. */
  problem: z.string().optional(),
});
export type WebFacts = z.infer<typeof webFactsSchema>;

const mcpFactsSchema = z.object({
  server: z.string(),
  tool: z.string(),
  /** Several splits of the name are possible, so only a rule with the full name allows. */
  ambiguous: z.boolean(),
  /** Why allow rules don't count (the definition changed since it was approved, two servers share the name). */
  suspended: z.string().optional(),
});
export type McpFacts = z.infer<typeof mcpFactsSchema>;

export const callFactsSchema = z.object({
  version: z.literal(FACTS_VERSION),
  toolName: z.string(),
  cwd: z.string(),
  /** Real paths of the folders the decision compares with, by their own spelling. */
  realDirs: z.record(z.string(), z.string()),
  /** Top-level scalars of the model's input, for rules like `Agent(model:opus)`. */
  scalars: z.record(z.string(), z.string()),
  requiresUserInteraction: z.boolean(),
  /** Analysis failed or the input has the wrong shape; such a call is never allowed. */
  failure: z.string().optional(),
  shell: shellFactsSchema.optional(),
  /** Paths of file tools (the shell's are on its commands). */
  paths: z.array(pathFactSchema),
  web: webFactsSchema.optional(),
  mcp: mcpFactsSchema.optional(),
  /** Agent type or skill name. */
  target: z.string().optional(),
});
export type CallFacts = z.infer<typeof callFactsSchema>;

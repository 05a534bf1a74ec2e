import { z } from 'zod';
import { callPlaceSchema } from './call-place.ts';
import { FACTS_VERSION } from './facts-version.ts';

/**
 * `read` shows content, `list` shows names only, `write` creates or changes, `delete` removes, `enter` makes a folder
 * the working directory, `mention` is a word of an unmodeled command that may be a path.
 */
const pathAccessSchema = z.enum(['read', 'list', 'write', 'delete', 'enter', 'mention']);
export type PathAccess = z.infer<typeof pathAccessSchema>;

/** `input`: a tool's input field. `operand`: what the command is for. `option`: a side output. `redirect`: `> file`. */
const pathViaSchema = z.enum(['input', 'operand', 'option', 'redirect']);
export type PathVia = z.infer<typeof pathViaSchema>;

const concretePathSchema = z.object({
  /** Absolute, with `.` and `..` resolved lexically. */
  path: z.string(),
  /** The real path: links of the longest existing ancestor resolved. */
  real: z.string(),
});
export type ConcretePath = z.infer<typeof concretePathSchema>;

const hiddenNamesSchema = z.object({ files: z.array(z.string()), folders: z.array(z.string()) });
/** Names that start with a dot. */
export type HiddenNames = z.infer<typeof hiddenNamesSchema>;

const pathFactSchema = concretePathSchema.extend({
  access: pathAccessSchema,
  via: pathViaSchema,
  /** As written in the call. */
  spelled: z.string(),
  /** Everything below it is affected too. */
  recursive: z.boolean(),
  /** Everything below a recursive path, relative to it, if it is little; absent: unknown. */
  below: z.array(z.string()).optional(),
  /** The names starting with a dot that occur below a recursive path, if all are known. */
  hidden: hiddenNamesSchema.optional(),
  /** Where git holds the files with those names; absent for files on disk. */
  heldBy: z.enum(['index', 'commits']).optional(),
  /** Of what is below it, only files with such names are affected: patterns in which only `*` is special, matching any characters. */
  only: z.array(z.string()).optional(),
  /** The folder is removed or moved as a whole and contains this protected path, or is too large to check. */
  holds: z.union([z.object({ protected: z.string() }), z.literal('unknown')]).optional(),
  /** A recursive search that skips names starting with a dot. */
  skipsHidden: z.boolean(),
  /** Patterns of hidden names that such a search reads anyway. */
  shows: z.array(z.string()).optional(),
  /** `path` is a pattern; `matches` is what it matched when the call was analyzed. */
  glob: z.boolean(),
  matches: z.array(
    concretePathSchema.extend({
      below: z.array(z.string()).optional(),
      /** The path of the name itself, with a final link not followed: what a listing shows of it. */
      stands: z.string().optional(),
    }),
  ),
  /** The real path is not known (a variable, `~user`); `path` is a best guess. */
  unresolved: z.boolean(),
  /** How the spelling hides the real target, as text. */
  oddity: z.string().optional(),
  /** The git checkout that contains it, if it is read outside the working directories. */
  checkout: z.string().optional(),
  /** It is a folder, if it is read outside the working directories. */
  isFolder: z.literal(true).optional(),
  /** The folder that contains it, or that it is, holds files with keys, or too much to tell; if it is read outside the working directories. */
  nearKeys: z.literal(true).optional(),
  /** `path` depends on a `cd` earlier in the line. */
  afterCd: z.boolean(),
  /** Of a redirection: `>` replaces what the file holds, `>>` adds to it. Only for the card. */
  content: z.enum(['replaced', 'extended']).optional(),
  /** Of what is written or deleted: nothing is there now. Only for the card. */
  missing: z.literal(true).optional(),
});
export type PathFact = z.infer<typeof pathFactSchema>;

const envFactSchema = z.object({
  name: z.string(),
  /** The literal value; absent when it is computed. */
  value: z.string().optional(),
  /** On the list of variables that only affect presentation (language, colors, time zone). */
  harmless: z.boolean(),
});

/**
 * Why a line's syntax isn't on the allow-list. `opaque`: can't tell what it runs. `readable`: all it runs is listed in the commands, so a
 * read-only line may use it.
 */
const limitFactSchema = z.object({ text: z.string(), reason: z.string(), opaque: z.boolean(), readable: z.boolean().optional() });
export type LimitFact = z.infer<typeof limitFactSchema>;

/** Possible effects of a command that its words don't show, each with the reason; see `Unseen`. */
const unseenSchema = z.object({ runs: z.string().optional(), reads: z.string().optional(), writes: z.string().optional() });

const commandFactSchema = z.object({
  /** As written, without redirections. */
  text: z.string(),
  /** Matched against allow rules: without harmless variables and transparent wrappers, otherwise unchanged. */
  strictText: z.string(),
  /** Matched against deny and ask rules: every level of wrapping, unquoted. */
  looseTexts: z.array(z.string()),
  /** Tails of an unknown program's arguments: it may run them, so a denied command among them counts. */
  suspectTexts: z.array(z.string()),
  /** The innermost program and arguments after shell expansion; `null` for a word only known at run time. */
  argv: z.array(z.string().nullable()),
  /** The program's file name, without its folder. */
  program: z.string(),
  /** Index of the command that runs this one (`bash -c`, `$(…)`); absent at the top. */
  runBy: z.number().int().optional(),
  /** Inside something the outer line evaluates, so its effects count for the outer command. */
  nested: z.boolean(),
  cwd: z.string(),
  env: z.array(envFactSchema),
  /** Proven by command and options; its paths must still lie in a working directory. */
  readOnly: z.boolean(),
  /** Read-only as long as the files named by another command's output don't change. */
  namesFromInput: z.boolean().optional(),
  /** Only queries a server and changes nothing: counts as read-only if the settings say so. */
  networkRead: z.boolean().optional(),
  /** One of the file commands `acceptEdits` covers, in a form that does nothing else. */
  fileCommand: z.boolean(),
  /** Why a prefix or wildcard rule does not cover this form; empty when it does. */
  beyondPrefix: z.array(z.string()),
  /** Runs code that can't be analyzed: from a file or pipe, computed, or inline in another language. */
  opaqueCode: z.boolean(),
  /** Describes that code, in one sentence that starts with “It”. */
  opaqueWhy: z.string().optional(),
  unseen: unseenSchema.optional(),
  network: z.boolean(),
  /** The text of the project’s script that it runs: of `npm run build`, what the package file says for `build`. Only for the card. */
  packageScript: z.string().optional(),
  /**
   * What that text does, as far as it can be read: something that can't be undone; only that, but only to what builds make anew (`clears`); or
   * it talks to other machines.
   */
  scriptRisk: z.enum(['destructive', 'clears', 'network']).optional(),
  irreversible: z.boolean(),
  paths: z.array(pathFactSchema),
});
export type CommandFact = z.infer<typeof commandFactSchema>;

const shellFactsSchema = z.object({
  /** The whole line, trimmed. */
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
  /** Why this address always needs a question, as text. */
  problem: z.string().optional(),
});
export type WebFacts = z.infer<typeof webFactsSchema>;

const mcpFactsSchema = z.object({
  server: z.string(),
  tool: z.string(),
  /** The name can be split in several ways, so only an allow rule with the full name applies. */
  ambiguous: z.boolean(),
  /** Why allow rules don't apply (the definition changed since its approval, two servers share the name). */
  suspended: z.string().optional(),
});
export type McpFacts = z.infer<typeof mcpFactsSchema>;

/**
 * The results of analyzing a call. Facts are plain data stored in the session log, so that a past call can be decided again (to back-test
 * a draft rule) without parsing, disk or network.
 */
export const callFactsSchema = z.object({
  version: z.literal(FACTS_VERSION),
  toolName: z.string(),
  cwd: z.string(),
  /** Real paths of the folders that the decision compares with, keyed by their spelling. */
  realDirs: z.record(z.string(), z.string()),
  /** Folders elsewhere that hold copies of the project's files. */
  worktrees: z.array(z.string()).readonly().optional(),
  /** Top-level scalars of the model's input, for rules like `Agent(model:opus)`. */
  scalars: z.record(z.string(), z.string()),
  requiresUserInteraction: z.boolean(),
  /** Where a shell command runs, if not here. */
  place: callPlaceSchema.optional(),
  /** Analysis failed or the input has the wrong shape; such a call is never allowed. */
  failure: z.string().optional(),
  shell: shellFactsSchema.optional(),
  /** Paths of file tools; for the shell, paths are part of each command. */
  paths: z.array(pathFactSchema),
  web: webFactsSchema.optional(),
  mcp: mcpFactsSchema.optional(),
  /** Agent type or skill name. */
  target: z.string().optional(),
});
export type CallFacts = z.infer<typeof callFactsSchema>;

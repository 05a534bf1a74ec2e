import { z } from 'zod';
import { permissionModeSchema } from '../permission/mode.ts';

/** A question that the agent asks the person, with Claude Code's field names. */
export const questionSchema = z.object({
  question: z.string().min(1),
  /** A few words that name the choice. */
  header: z.string(),
  options: z.array(z.object({ label: z.string().min(1), description: z.string(), preview: z.string().optional() })),
  multiSelect: z.boolean(),
});
export type Question = z.infer<typeof questionSchema>;

/** Separates the labels of an answer with several choices. */
export const ANSWER_SEPARATOR = ', ';

/** A person's answers, by question. */
export const answersSchema = z.record(z.string().max(10_000), z.string().max(100_000));
export type Answers = z.infer<typeof answersSchema>;

/** The mode in which work on an accepted plan continues. `before`: the mode before plan mode. */
export const planAcceptanceSchema = z.enum(['before', 'default', 'acceptEdits']);
export type PlanAcceptance = z.infer<typeof planAcceptanceSchema>;

/** Maximum characters of a plan, as proposed or edited. */
export const MAX_PLAN_CHARS = 200_000;

/** A unified-diff hunk; `lines` carry their leading ' ', '+' or '-'. Line numbers are 1-based. */
export const diffHunkSchema = z.object({
  oldStart: z.number().int(),
  oldLines: z.number().int(),
  newStart: z.number().int(),
  newLines: z.number().int(),
  lines: z.array(z.string()),
});
export type DiffHunk = z.infer<typeof diffHunkSchema>;

export const todoSchema = z.object({
  content: z.string().min(1),
  status: z.enum(['pending', 'in_progress', 'completed']),
  activeForm: z.string().min(1),
});
export type Todo = z.infer<typeof todoSchema>;

/** A defect that a review found, with Claude Code's field names. */
export const findingSchema = z.object({
  /** Relative to the repository. */
  file: z.string().min(1),
  line: z.number().int().positive().optional(),
  summary: z.string().min(1),
  /** A label of at most 60 characters. */
  short_summary: z.string().optional(),
  /** Input or state, and what goes wrong with it. */
  failure_scenario: z.string(),
  /** Kind of the finding in kebab case, such as `test-coverage`. */
  category: z.string().optional(),
  severity: z.enum(['important', 'pre_existing', 'nit']).optional(),
  /** Set after a check of the finding. */
  verdict: z.enum(['CONFIRMED', 'PLAUSIBLE']).optional(),
  /** What was done about it, if it is reported again after the fixes. */
  outcome: z.enum(['fixed', 'skipped', 'no_change_needed']).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

const TOOL_KINDS = ['command', 'read', 'edit', 'search', 'todo', 'web', 'agent', 'mcp', 'other'] as const;
const toolKindSchema = z.enum(TOOL_KINDS);
export type ToolKind = z.infer<typeof toolKindSchema>;

export const diffDetailSchema = z.object({
  type: z.literal('diff'),
  path: z.string(),
  hunks: z.array(diffHunkSchema),
  additions: z.number().int(),
  deletions: z.number().int(),
  created: z.boolean().optional(),
  /** Set when the diff was too large and was cut. */
  truncated: z.boolean().optional(),
});
export type DiffDetail = z.infer<typeof diffDetailSchema>;

/** The body of a view. Bodies are drawn on demand; a row of the timeline only needs title and summary. */
export const toolViewDetailSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('command'),
    command: z.string(),
    cwd: z.string().optional(),
    description: z.string().optional(),
    /** What a `sed -i` changes. Gatehouse makes exactly this change instead of running sed. */
    diff: diffDetailSchema.optional(),
  }),
  diffDetailSchema,
  z.object({ type: z.literal('files'), files: z.array(z.string()), total: z.number().int() }),
  z.object({
    type: z.literal('text'),
    text: z.string(),
    truncated: z.boolean(),
    /** The input doesn’t say it, and a person who is asked has to read it. */
    onCard: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('todos'), todos: z.array(todoSchema) }),
  z.object({ type: z.literal('findings'), findings: z.array(findingSchema) }),
  z.object({ type: z.literal('json'), json: z.string() }),
  /** `answers` once they are given. */
  z.object({ type: z.literal('questions'), questions: z.array(questionSchema), answers: answersSchema.optional() }),
  /** A plan in Markdown, shown to a person. `modeBefore`: the mode before plan mode. */
  z.object({ type: z.literal('plan'), plan: z.string(), modeBefore: permissionModeSchema.optional() }),
]);
export type ToolViewDetail = z.infer<typeof toolViewDetailSchema>;

/**
 * What a call looks like (SPEC T3): plain data made in main, drawn by the renderer. Every string is untrusted text. `title` is a verb
 * phrase ("Read", "Run"), `summary` one line naming the object (a path, a command).
 */
export const toolViewSchema = z.object({
  kind: toolKindSchema,
  title: z.string(),
  summary: z.string(),
  /** Result in a few words: "214 lines", "exit code 1", "12 matches". */
  outcome: z.string().optional(),
  detail: toolViewDetailSchema.optional(),
});
export type ToolView = z.infer<typeof toolViewSchema>;

/** Live progress of a running call. */
/** For how many milliseconds a command had printed nothing; absent in sessions of earlier versions. */
export const silentMsSchema = z.number().int().nonnegative().optional();

export const toolProgressSchema = z.object({
  /** Short text for the bar: "1,204 lines", "38 files". */
  text: z.string().optional(),
  /** 0..1; absent if unknown. */
  fraction: z.number().min(0).max(1).optional(),
  /** It seems to wait for input that a person could type into its terminal. */
  waitsForInput: z.boolean().optional(),
  /** How long it had printed nothing when it began to seem so. */
  silentMs: silentMsSchema,
});
export type ToolProgress = z.infer<typeof toolProgressSchema>;

import { z } from 'zod';
import { permissionModeSchema } from '../permission/mode.ts';

/** A choice the agent leaves to the person, with Claude Code's field names. */
export const questionSchema = z.object({
  question: z.string().min(1),
  /** A few words that name the choice. */
  header: z.string(),
  options: z.array(z.object({ label: z.string().min(1), description: z.string(), preview: z.string().optional() })),
  multiSelect: z.boolean(),
});
export type Question = z.infer<typeof questionSchema>;

/** What stands between the labels of an answer that names several. */
export const ANSWER_SEPARATOR = ', ';

/** What a person chose or wrote, by question. */
export const answersSchema = z.record(z.string().max(10_000), z.string().max(100_000));
export type Answers = z.infer<typeof answersSchema>;

/** The mode that work on an accepted plan goes on in. `before`: the one that plan mode came from. */
export const planAcceptanceSchema = z.enum(['before', 'default', 'acceptEdits']);
export type PlanAcceptance = z.infer<typeof planAcceptanceSchema>;

/** Characters of a plan, as proposed or edited. */
export const MAX_PLAN_CHARS = 200_000;

/** A unified-diff hunk; `lines` carry their leading ' ', '+' or '-'. Line numbers are 1-based. */
const diffHunkSchema = z.object({
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

const TOOL_KINDS = ['command', 'read', 'edit', 'search', 'todo', 'web', 'agent', 'mcp', 'other'] as const;
const toolKindSchema = z.enum(TOOL_KINDS);
export type ToolKind = z.infer<typeof toolKindSchema>;

/** The body of a view. Bodies are drawn on demand; a row of the timeline only needs title and summary. */
export const toolViewDetailSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('command'), command: z.string(), cwd: z.string().optional(), description: z.string().optional() }),
  z.object({
    type: z.literal('diff'),
    path: z.string(),
    hunks: z.array(diffHunkSchema),
    additions: z.number().int(),
    deletions: z.number().int(),
    created: z.boolean().optional(),
    /** Set when the diff was too large to carry whole. */
    truncated: z.boolean().optional(),
  }),
  z.object({ type: z.literal('files'), files: z.array(z.string()), total: z.number().int() }),
  z.object({ type: z.literal('text'), text: z.string(), truncated: z.boolean() }),
  z.object({ type: z.literal('todos'), todos: z.array(todoSchema) }),
  z.object({ type: z.literal('json'), json: z.string() }),
  /** `answers` once they are given. */
  z.object({ type: z.literal('questions'), questions: z.array(questionSchema), answers: answersSchema.optional() }),
  /** A plan in Markdown, put before a person. `modeBefore`: what plan mode came from. */
  z.object({ type: z.literal('plan'), plan: z.string(), modeBefore: permissionModeSchema.optional() }),
]);
export type ToolViewDetail = z.infer<typeof toolViewDetailSchema>;

/**
 * What a tool shows of itself (SPEC T3): plain data made in main, drawn by the renderer. Every string is untrusted text.
 * `title` is a verb phrase ("Read", "Run"), `summary` one line naming the object (a path, a command).
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
export const toolProgressSchema = z.object({
  /** Short text for the bar: "1,204 lines", "38 files". */
  text: z.string().optional(),
  /** 0..1 where it is known. */
  fraction: z.number().min(0).max(1).optional(),
});
export type ToolProgress = z.infer<typeof toolProgressSchema>;

import { z } from 'zod';
import { permissionModeSchema } from '../permission/mode.ts';
import { answersSchema, questionSchema } from './question.ts';

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

import { z } from 'zod';
import { toolProgressSchema, toolViewSchema } from './tool-view.ts';

/** The state of a running terminal, besides its text. */
export const terminalStateSchema = z.object({
  /** A person is typing into it; its time limit is suspended. */
  takenOver: z.boolean(),
  /** It is suspended until a window, or the disk, has received its output. */
  paused: z.boolean(),
  bytes: z.number(),
  lines: z.number(),
  /** Of a person's own shell: columns and rows of the smallest window that shows it. */
  size: z.object({ cols: z.number().int(), rows: z.number().int() }).optional(),
});
export type TerminalState = z.infer<typeof terminalStateSchema>;

/** A field of an input that is still arriving. */
export const inputFieldSchema = z.object({
  /** Its place in the input: `content`, `edits[0].old_string`. */
  name: z.string(),
  text: z.string(),
  /** Which part of the value's text that is. */
  part: z.enum(['whole', 'first', 'last']),
  /** Of the whole value, as far as it has arrived. */
  lines: z.number().int(),
});
export type InputField = z.infer<typeof inputFieldSchema>;

/** A call whose input the model is writing. */
export const incomingCallSchema = z.object({
  view: toolViewSchema.pick({ kind: true, title: true, summary: true }),
  /** The last few. */
  fields: z.array(inputFieldSchema),
  /** How many fields came before those. */
  earlier: z.number().int(),
});
export type IncomingCall = z.infer<typeof incomingCallSchema>;

/** Live, lossy-by-design updates between events: coalesced, addressed by id and offset, never stored in the log or folded. */
export const sessionFrameSchema = z.discriminatedUnion('type', [
  /** Text of a block that hasn't closed. `offset` in UTF-16 units: a receiver that misses one drops the block until it closes. */
  z.object({
    type: z.literal('text'),
    messageId: z.string(),
    index: z.number().int(),
    kind: z.enum(['text', 'thinking']),
    offset: z.number().int(),
    text: z.string(),
  }),
  /** A `tool_use` block that hasn't closed. Always complete, so that the next one makes up for a lost one. */
  z.object({ type: z.literal('call_input'), messageId: z.string(), index: z.number().int(), call: incomingCallSchema }),
  z.object({ type: z.literal('progress'), callId: z.string(), progress: toolProgressSchema }),
  /** Raw terminal output. `offset` counts UTF-16 units since the terminal opened. */
  z.object({ type: z.literal('terminal'), terminalId: z.string(), offset: z.number().int(), data: z.string() }),
  /** Always complete, so that the next one makes up for a lost one. */
  z.object({ type: z.literal('terminal_state'), terminalId: z.string(), state: terminalStateSchema }),
]);
export type SessionFrame = z.infer<typeof sessionFrameSchema>;

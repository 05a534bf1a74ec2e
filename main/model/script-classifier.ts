import { z } from 'zod';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import type { ClassifierSubject } from './client.ts';

const verdictSchema = z.enum(['allow', 'block', 'unsure']);

/** One answer of a script to the automatic classifier's question about a call. */
export const scriptClassifierSchema = z
  .strictObject({
    tool: z.string().min(1),
    /** What the tool says its call does (for Bash the command), all of it; `*` stands for anything. Absent: every call of the tool. */
    match: z.string().optional(),
    verdict: verdictSchema.optional(),
    reason: z.string().min(1).optional(),
    /** What the thorough look says, after a quick one that was `unsure`. */
    thinking: verdictSchema.optional(),
    /** Sent as it is instead of an answer in form. */
    raw: z.string().optional(),
    delayMs: z.number().min(0).max(600_000).optional(),
  })
  .refine((answer) => (answer.verdict === undefined) !== (answer.raw === undefined), 'either “verdict” or “raw” is needed')
  .refine((answer) => answer.thinking === undefined || answer.verdict === 'unsure', '“thinking” only follows the verdict “unsure”');
export type ScriptClassifierAnswer = z.infer<typeof scriptClassifierSchema>;

/** The answer to one stage, as text; the first entry that fits counts. Without one nobody knows, so it is unsure. */
export function classifierReply(
  answers: readonly ScriptClassifierAnswer[],
  subject: ClassifierSubject,
): { readonly text: string; readonly delayMs: number } {
  const answer = answers.find(
    ({ tool, match }) => tool === subject.toolName && (match === undefined || matchesWildcard(match, subject.action)),
  );
  const delayMs = answer?.delayMs ?? 0;
  if (answer?.raw !== undefined) return { text: answer.raw, delayMs };
  const thinking = subject.stage === 'thinking';
  const verdict = (thinking ? answer?.thinking : answer?.verdict) ?? 'unsure';
  const line = `${verdict}: ${answer?.reason ?? (answer ? 'the script says so' : 'the script says nothing about this call')}`;
  return { text: thinking ? `<reasoning>\nThe script was looked up.\n</reasoning>\n${line}` : line, delayMs };
}

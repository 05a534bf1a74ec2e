import { z } from 'zod';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import type { ClassifierSubject } from './client.ts';

const verdictSchema = z.enum(['allow', 'block', 'unsure']);

/** A scripted classifier verdict for calls. */
export const scriptClassifierSchema = z
  .strictObject({
    tool: z.string().min(1),
    /** The tool's full description of the call (for Bash the command); `*` is a wildcard. Default: every call of the tool. */
    match: z.string().optional(),
    verdict: verdictSchema.optional(),
    reason: z.string().min(1).optional(),
    /** Verdict of the thorough stage, after `unsure` from the fast stage. */
    thinking: verdictSchema.optional(),
    /** Sent verbatim instead of a well-formed verdict. */
    raw: z.string().optional(),
    delayMs: z.number().min(0).max(600_000).optional(),
  })
  .refine((answer) => (answer.verdict === undefined) !== (answer.raw === undefined), 'either “verdict” or “raw” is needed')
  .refine((answer) => answer.thinking === undefined || answer.verdict === 'unsure', '“thinking” only follows the verdict “unsure”');
export type ScriptClassifierAnswer = z.infer<typeof scriptClassifierSchema>;

/** The response of one stage, as text, from the first matching entry. Unsure if none matches. */
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

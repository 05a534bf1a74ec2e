import { z } from 'zod';
import { callOutcomeSchema } from '#shared/session/call-record.ts';

export const replOutputSchema = z.object({
  /** The value of the last expression, as text. */
  result: z.string(),
  /** Everything that the script printed. */
  output: z.string(),
  /** Its calls, in the order in which they ended. */
  calls: z.array(z.object({ tool: z.string(), summary: z.string(), outcome: callOutcomeSchema })),
  error: z.string().optional(),
  /** Why the process of earlier scripts ended. What they defined is lost. */
  restarted: z.string().optional(),
});
export type ReplOutput = z.output<typeof replOutputSchema>;

/** Further calls are only counted by tool. */
const MAX_LISTED = 50;

export function replResultText({ result, output, calls, error, restarted }: ReplOutput): string {
  return (
    [
      ...(restarted === undefined
        ? []
        : [`[This script ran in a new process, without what earlier scripts had defined: the old one was ended, because ${restarted}.]`]),
      ...(error === undefined ? [] : [error]),
      ...(result === '' ? [] : [result]),
      ...(output === '' ? [] : [`Output:\n${output}`]),
      ...(calls.length === 0 ? [] : [`Calls:\n${listed(calls)}`]),
    ].join('\n\n') || '(The script gave no value and printed nothing.)'
  );
}

function listed(calls: ReplOutput['calls']): string {
  const lines = calls
    .slice(0, MAX_LISTED)
    .map(({ tool, summary, outcome }) => `- ${tool} ${summary}${outcome === 'done' ? '' : ` [${outcome}]`}`);
  return [...lines, ...(calls.length > MAX_LISTED ? [`- and ${calls.length - MAX_LISTED} more`] : [])].join('\n');
}

import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import { type Finding, findingSchema, type ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages } from '../present-call.ts';

const MAX_FINDINGS = 32;

const levelSchema = z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional().describe('How thorough the review was');
const inputSchema = z.strictObject({
  level: levelSchema,
  findings: z.array(findingSchema.strict()).max(MAX_FINDINGS).describe('The most severe first; empty if there are none'),
});
const outputSchema = z.object({ count: z.number().int(), level: levelSchema, findings: z.array(findingSchema) });
type ReportFindingsOutput = z.infer<typeof outputSchema>;

const PROMPT = `Shows the user the result of a code review as a list.

- Call it once, at the end of a review, with the findings you have checked: the most severe first, at most ${String(MAX_FINDINGS)}. An empty list says that you found none.
- file is relative to the repository, line counts from 1. summary says what is wrong, failure_scenario with which input or state it goes wrong and how.
- category is a short word such as correctness, efficiency, simplification or test-coverage. Set severity and level only if the review asks for them.
- After fixing, report the same findings again with outcome. Don't repeat the list in your answer.`;

export function createReportFindingsTool() {
  return buildTool<typeof inputSchema, ReportFindingsOutput, 'ReportFindings'>({
    name: 'ReportFindings',
    searchHint: 'report the findings of a code review',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => counted(input.findings.length, 'finding'),
    call: ({ level, findings }) => Promise.resolve({ data: { count: findings.length, ...(level && { level }), findings } }),
    mapToolResultToToolResultBlockParam: ({ count }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: `${counted(count, 'finding')} shown to the user.`,
    }),
    wantsTo: () => 'report findings',
    present,
  });
}

function present(stage: PresentStage<ReportFindingsOutput>): ToolView {
  return presentStages(stage, viewOf(shownFindings(stage.input)), ({ findings }) => viewOf(findings));
}

function viewOf(findings: readonly Finding[]): ToolView {
  const important = findings.filter(({ severity }) => severity === 'important').length;
  const [first] = findings;
  return {
    kind: 'other',
    title: 'Report findings',
    summary: first ? oneLine(first.short_summary ?? first.summary, 100) : 'nothing found',
    outcome:
      important === 0 ? counted(findings.length, 'finding') : `${counted(findings.length, 'finding')}, ${String(important)} important`,
    detail: { type: 'findings', findings: [...findings] },
  };
}

/** The complete ones in an input that may still be streaming. */
function shownFindings({ findings }: Readonly<Record<string, unknown>>): Finding[] {
  if (!Array.isArray(findings)) return [];
  return findings.slice(0, MAX_FINDINGS).flatMap((finding) => findingSchema.safeParse(finding).data ?? []);
}

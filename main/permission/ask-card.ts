import { randomUUID } from 'node:crypto';
import type { Ask } from '#shared/session/ask.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { ToolKind, ToolView } from '#shared/session/tool-view.ts';
import type { ToolUseContext, Tool } from '#main/tool/tool.ts';
import { inputDigest } from './run-permit.ts';

type Input = Readonly<Record<string, unknown>>;

export interface CardRequest {
  readonly tool: Tool;
  readonly callId: string;
  readonly input: Input;
  readonly context: ToolUseContext;
  readonly decision: Decision;
  /** A person edited the input. */
  readonly edited?: boolean;
  /** Why an earlier answer doesn't count. */
  readonly askedAgainBecause?: string | undefined;
}

/** Builds the question card: exactly what would run, and why it needs approval. Never rejects. */
export async function makeAskCard({
  tool,
  callId,
  input,
  context,
  decision,
  edited = false,
  askedAgainBecause,
}: CardRequest): Promise<Ask> {
  const view = await viewOf(tool, input, context);
  const rule = decision.trace.findLast((entry) => entry.outcome === 'ask' && entry.rule)?.rule;
  return {
    askId: `ask_${randomUUID()}`,
    callId,
    toolName: tool.name,
    sentence: `wants to ${phraseFor(tool, input, view)}`,
    view,
    cwd: context.cwd,
    reason: decision.reason,
    message: decision.message,
    ...(rule && { rule }),
    ...(decision.inertRule && { inertRule: decision.inertRule }),
    parts: decision.parts,
    trace: decision.trace,
    effects: decision.effects,
    risk: decision.risk,
    suggestions: decision.suggestions,
    ...(decision.mayAllowUnseen && { mayAllowUnseen: true }),
    ...(decision.exactRuleHelps && { exactRuleHelps: true }),
    ...(decision.exactRule && { exactRule: decision.exactRule }),
    ...(decision.noRule && { noRule: decision.noRule }),
    ...(edited && { edited }),
    ...(askedAgainBecause !== undefined && { askedAgainBecause }),
    digest: inputDigest(tool.name, input),
    ...(tool.mcpInfo?.digest !== undefined && { definition: tool.mcpInfo.digest }),
  };
}

async function viewOf(tool: Tool, input: Input, context: ToolUseContext): Promise<ToolView> {
  try {
    if (tool.preview) return await tool.preview(input, context);
  } catch {
    // The preview may read the disk; if that fails, the plain view still shows what would run.
  }
  try {
    return tool.present({ stage: 'input', input });
  } catch {
    // A tool that can't show its call: its whole input is shown.
    return { kind: 'other', title: tool.name, summary: '', detail: { type: 'json', json: JSON.stringify(input, undefined, 2) } };
  }
}

const PHRASES: Readonly<Record<ToolKind, (view: ToolView) => string>> = {
  command: () => 'run a command',
  read: (view) => `read ${view.summary}`,
  edit: (view) => `${view.detail?.type === 'diff' && view.detail.created === true ? 'create' : 'edit'} ${view.summary}`,
  search: (view) => `search ${view.summary}`,
  todo: () => 'change its task list',
  web: (view) => `reach ${view.summary}`,
  agent: () => 'start another agent',
  mcp: (view) => `use ${view.title}`,
  other: (view) => `use ${view.title}`,
};

function phraseFor(tool: Tool, input: Input, view: ToolView): string {
  try {
    const phrase = tool.wantsTo?.(input, view).trim() ?? '';
    if (phrase !== '') return phrase;
  } catch {
    // A tool that can't say it: its view does.
  }
  const named = view.kind === 'other' || view.kind === 'mcp' ? view.title : view.summary;
  return named.trim() === '' && view.kind !== 'command' ? `use ${tool.name}` : PHRASES[view.kind](view);
}

import { findTool } from '#main/tool/registry.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { ClassifierHistoryEntry, EarlierEntry } from './question.ts';

type Input = Readonly<Record<string, unknown>>;

/** Calls older than this say little about the current one. */
const MAX_CALLS = 100;

/** How the tool describes its call to the classifier; empty when it doesn't or can't. */
export function actionOf(tool: Tool, input: Input): string {
  try {
    return tool.toAutoClassifierInput(structuredClone(input)).trim();
  } catch {
    // The classifier sees the call without a description.
    return '';
  }
}

/** Turns the conversation into the classifier's history. Read-only lookups are left out. */
export class EarlierCalls {
  /** Caches the description by call id; `undefined` means the call is left out. */
  readonly #known = new Map<string, { readonly toolName: string; readonly action: string } | undefined>();

  describe(history: readonly ClassifierHistoryEntry[], tools: readonly Tool[], callId: string): EarlierEntry[] {
    const calls = history.filter((entry) => entry.type === 'call');
    const recent = new Set(calls.slice(-MAX_CALLS));
    return history.flatMap((entry): EarlierEntry[] => {
      if (entry.type === 'user') return [{ user: entry.text }];
      if (entry.callId === callId || !recent.has(entry)) return [];
      const described = this.#describe(entry, tools);
      return described ? [{ call: { ...described, outcome: entry.outcome } }] : [];
    });
  }

  #describe(entry: Extract<ClassifierHistoryEntry, { type: 'call' }>, tools: readonly Tool[]) {
    if (!this.#known.has(entry.callId)) this.#known.set(entry.callId, describeCall(entry, tools));
    return this.#known.get(entry.callId);
  }
}

function describeCall({ toolName, input }: { readonly toolName: string; readonly input: Input }, tools: readonly Tool[]) {
  const tool = findTool(tools, toolName);
  const parsed = tool && parseToolInput(tool, input);
  if (!tool || !parsed?.ok || onlyLooks(tool, parsed.input)) return undefined;
  const action = actionOf(tool, parsed.input);
  return { toolName: tool.name, action: action === '' ? JSON.stringify(parsed.input) : action };
}

function onlyLooks(tool: Tool, input: Record<string, unknown>): boolean {
  try {
    return tool.isReadOnly(input);
  } catch {
    // Unsure: it doesn't count as reading.
    return false;
  }
}

import { systemReminder } from '#main/tool/own-tags.ts';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { NewMessage, PresentStage, ToolUseContext } from '#main/tool/tool.ts';
import { findTool } from '#main/tool/registry.ts';
import { parseToolQuery, rankTools, TOOL_SEARCH } from '#main/tool/tool-search.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';

const DEFAULT_RESULTS = 5;
const MOST_RESULTS = 50;

const inputSchema = z.strictObject({
  query: z.string().min(1).max(2000).describe('“select:NAME,NAME” for tools you know by name, or words for what you need'),
  max_results: z
    .number()
    .int()
    .positive()
    .default(DEFAULT_RESULTS)
    .describe(`How many tools to load at most when searching by words; ${DEFAULT_RESULTS} unless given`),
});

const outputSchema = z.object({
  /** Names of the loaded tools. */
  matches: z.array(z.string()),
  query: z.string(),
  total_deferred_tools: z.number(),
});
type ToolSearchOutput = z.infer<typeof outputSchema>;

const PROMPT = `Loads tools of which you only know the names, so that you get their parameters and can call them.

- "select:NAME" or "select:NAME,NAME" loads the tools of those names.
- Words, such as "issue comment", load the tools that fit best, by name, hint and description. With a plus, such as "+github comment", a word must be in the name.
- Found tools can be called from your next message on and stay loaded; don't search for them again.`;

export function createToolSearchTool() {
  return buildTool<typeof inputSchema, ToolSearchOutput, typeof TOOL_SEARCH>({
    name: TOOL_SEARCH,
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    alwaysLoad: true,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    // It only reads the list of tools that may be called.
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    toAutoClassifierInput: ({ query }) => query,
    call: (input, context) => {
      const deferred = context.options.deferred ?? [];
      const { loaded: matches, missing } = find(input, context);
      const newMessages = missing.length === 0 ? [] : [missingMessage(missing, context)];
      return Promise.resolve({ data: { matches, query: input.query, total_deferred_tools: deferred.length }, newMessages });
    },
    mapToolResultToToolResultBlockParam: ({ matches, total_deferred_tools: deferred }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content:
        matches.length === 0
          ? `No tool was found among the ${deferred} that can be loaded. Try other words, or fewer with a plus.`
          : matches.map((name) => ({ type: 'tool_reference', tool_name: name })),
    }),
    wantsTo: () => 'load more tools',
    present,
  });
}

function find({ query, max_results }: z.output<typeof inputSchema>, { options }: ToolUseContext): { loaded: string[]; missing: string[] } {
  const tools = (options.deferred ?? []).map(({ tool }) => tool);
  const parsed = parseToolQuery(query);
  const most = Math.min(max_results, MOST_RESULTS);
  if (parsed.selected.length === 0) {
    return {
      loaded: rankTools(tools, parsed)
        .slice(0, most)
        .map(({ name }) => name),
      missing: [],
    };
  }
  // Tools requested by name aren't limited by `max_results`.
  const selected = parsed.selected.slice(0, MOST_RESULTS);
  const found = selected.map((name) => findTool(tools, name)?.name);
  return {
    loaded: [...new Set(found.filter((name) => name !== undefined))],
    missing: selected.filter((_, index) => found[index] === undefined),
  };
}

function missingMessage(names: readonly string[], { options }: ToolUseContext): NewMessage {
  const there = names.filter((name) => findTool(options.tools, name));
  const nowhere = names.filter((name) => !there.includes(name));
  const lines = [
    ...(there.length === 0 ? [] : [`Loaded all along, so just call: ${oneLine(there.join(', '))}.`]),
    ...(nowhere.length === 0 ? [] : [`There is no tool named: ${oneLine(nowhere.join(', '))}.`]),
  ];
  return { content: [{ type: 'text', text: systemReminder(lines.join(' ')) }], visibility: 'model' };
}

function present(stage: PresentStage<ToolSearchOutput>): ToolView {
  const view: ToolView = { kind: 'search', title: 'Load tools', summary: oneLine(textField(stage.input, 'query')) };
  return presentStages(stage, view, ({ matches }) => ({
    outcome: counted(matches.length, 'tool'),
    detail: { type: 'text', text: matches.join('\n'), truncated: false },
  }));
}

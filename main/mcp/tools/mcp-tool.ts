import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, Tool } from '#main/tool/tool.ts';
import { type ResultContent, resultContentSchema } from '#shared/session/content.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { contentOf, metaOf } from './call-result.ts';
import type { CallOptions, RawCallResult } from '../connection/connection.ts';
import { answerElicitations } from '../elicitation/answer-elicitations.ts';
import { plainLine } from './plain-text.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** What a tool needs from its server. */
export interface ToolHost {
  readonly name: string;
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: Pick<CallOptions, 'signal' | 'onProgress' | 'onElicit'>,
  ): Promise<RawCallResult>;
}

export interface McpToolOptions {
  readonly host: ToolHost;
  /** The only agent type that is offered it; `undefined`: all agents. */
  readonly onlyFor?: string | undefined;
  readonly definition: ToolDefinition;
  /** Its name for the model. */
  readonly name: string;
  /** Other names that deny rules may use. */
  readonly aliases: readonly string[];
  /** Whether tools of its server are never deferred. */
  readonly alwaysLoad: boolean;
  /** Limit on a result in characters, unless the tool asks for more. */
  readonly maxResultChars: number;
  /** Why allow rules don't count for it now; `undefined` when they do. */
  readonly suspended: () => string | undefined;
}

/** Input is validated against the server's JSON schema instead. */
const anyInput = z.looseObject({});
const MAX_SUMMARY = 200;
const MAX_VIEW_CHARS = 20_000;
const MAX_CLASSIFIER_CHARS = 8000;
/** What is longer is cut and says so; a description never is. */
const MAX_SHOWN_BYTES = 4096;

/** A server's tool. It takes the same pipeline and gate as any other; its hints permit nothing. */
export function makeMcpTool(options: McpToolOptions): Tool {
  const { host, definition, name, suspended } = options;
  const title = `${plainLine(host.name, 80)} › ${plainLine(definition.rawName, 120)}`;
  return buildTool<typeof anyInput, ResultContent, string>({
    name,
    aliases: options.aliases,
    searchHint: plainLine(`${definition.title} ${host.name}`, 100),
    inputSchema: anyInput,
    inputJSONSchema: definition.inputSchema,
    outputSchema: resultContentSchema,
    maxResultSizeChars: definition.maxResultSizeChars ?? options.maxResultChars,
    shouldDefer: true,
    alwaysLoad: definition.alwaysLoad || options.alwaysLoad,
    isMcp: true,
    mcpInfo: {
      serverName: host.name,
      toolName: definition.rawName,
      digest: definition.digest,
      onlyFor: options.onlyFor,
      get suspended() {
        return suspended();
      },
    },
    prompt: () => (definition.description === '' ? `The tool ${title} of an MCP server.` : definition.description),
    checkPermissions: () => {
      const why = suspended();
      return Promise.resolve(
        why === undefined
          ? { behavior: 'passthrough' as const }
          : {
              behavior: 'ask' as const,
              message: `${title} needs your approval: ${why}${saysNow(definition)}`,
              reason: 'definitionChanged',
            },
      );
    },
    // The user accepted the server, so its hint is enough to run concurrently, but never enough to be allowed.
    isConcurrencySafe: () => definition.readOnlyHint && suspended() === undefined,
    isDestructive: () => definition.destructiveHint,
    requiresUserInteraction: () => definition.requiresUserInteraction,
    toAutoClassifierInput: (input) => `${host.name} ${definition.rawName} ${json(input).slice(0, MAX_CLASSIFIER_CHARS)}`,
    call: async (input, context, _canUseTool, _message, onProgress) => {
      const result = await host.call(definition.rawName, input, {
        signal: context.abortController.signal,
        onElicit: answerElicitations(host.name, context),
        onProgress: ({ progress, total, message }) =>
          onProgress?.({
            text: plainLine(message ?? (total === undefined ? String(progress) : `${progress} of ${total}`)),
            ...(total !== undefined && total > 0 && { fraction: Math.min(Math.max(progress / total, 0), 1) }),
          }),
      });
      return {
        data: contentOf(result),
        mcpMeta: metaOf(result),
        isError: result.isError,
      };
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: output }),
    userFacingName: () => title,
    present: (stage) => present(title, stage),
  });
}

/** All that a model would read of it, and so whoever answers: names and descriptions of inputs too. */
function saysNow({ description, inputSchema }: ToolDefinition): string {
  return ` It now says of itself: “${plainLine(description, MAX_SHOWN_BYTES)}” And of its input: ${plainLine(json(inputSchema), MAX_SHOWN_BYTES)}`;
}

function present(title: string, stage: PresentStage<ResultContent>): ToolView {
  const input = json(stage.input, 2);
  const view = {
    kind: 'mcp' as const,
    title,
    summary: plainLine(json(stage.input), MAX_SUMMARY),
    detail: { type: 'json' as const, json: input.length > MAX_VIEW_CHARS ? `${input.slice(0, MAX_VIEW_CHARS)}\n…` : input },
  };
  switch (stage.stage) {
    case 'input':
      return view;
    case 'result': {
      const text = textOf(stage.output);
      return {
        ...view,
        outcome: outcomeOf(stage.output),
        detail: { type: 'text', text: text.slice(0, MAX_VIEW_CHARS), truncated: text.length > MAX_VIEW_CHARS },
      };
    }
    case 'rejection':
      return { ...view, outcome: 'not run' };
    case 'error':
      return {
        ...view,
        outcome: 'failed',
        detail: { type: 'text', text: stage.message.slice(0, MAX_VIEW_CHARS), truncated: stage.message.length > MAX_VIEW_CHARS },
      };
  }
}

export function textOf(content: ResultContent): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : block.type === 'image' ? ['[image]'] : [])).join('\n');
}

function outcomeOf(content: ResultContent): string {
  const images = typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length;
  const lines = textOf(content).split('\n').length;
  if (images > 0) return images === 1 ? '1 image' : `${images} images`;
  return lines === 1 ? '1 line' : `${lines} lines`;
}

function json(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? '';
  } catch {
    // What can't be written as JSON isn't shown.
    return '';
  }
}

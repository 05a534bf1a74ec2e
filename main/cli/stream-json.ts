import { printableJson } from '#shared/printable.ts';
import type { ToolUseBlock, Usage } from '#shared/session/content.ts';
import type { EventBody } from '#shared/session/event.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { PermissionDenial, StreamedMessage } from './run-report.ts';

export interface RunResult {
  readonly subtype: 'success' | 'error_max_turns' | 'error_max_budget_usd' | 'error_during_execution';
  readonly numTurns: number;
  readonly durationMs: number;
  readonly result: string;
  /** Why the run failed, for people; empty if it didn't. */
  readonly errors: readonly string[];
  readonly usage: Usage;
  readonly totalCostUsd: number;
  readonly denials: readonly PermissionDenial[];
  /** The call that a hook deferred, if the run ended with it. */
  readonly deferred: Pick<ToolUseBlock, 'id' | 'name' | 'input'> | undefined;
}

/** A server as listed in the first line. */
export interface McpServerStatus {
  readonly name: string;
  readonly status: string;
}

/** The lines of `--output-format stream-json`, with Claude Code's field names. */
export class StreamJson {
  readonly #sessionId: string;
  readonly #model: string;

  constructor(sessionId: string, model: string) {
    this.#sessionId = sessionId;
    this.#model = model;
  }

  init(facts: { cwd: string; mode: PermissionMode; tools: readonly string[]; mcpServers: readonly McpServerStatus[] }): string {
    return line({
      type: 'system',
      subtype: 'init',
      session_id: this.#sessionId,
      cwd: facts.cwd,
      model: this.#model,
      permissionMode: facts.mode,
      tools: facts.tools,
      mcp_servers: facts.mcpServers,
    });
  }

  message(message: StreamedMessage): string {
    const envelope = { session_id: this.#sessionId, parent_tool_use_id: message.parentCallId ?? null };
    if (message.role === 'user') {
      const { content, mcpMeta } = message;
      return line({ type: 'user', message: { role: 'user', content }, ...(mcpMeta && { mcpMeta }), ...envelope });
    }
    return line({
      type: 'assistant',
      message: { id: message.id, type: 'message', role: 'assistant', model: this.#model, content: message.content },
      ...envelope,
    });
  }

  /** The conversation was compacted. */
  compactBoundary(trigger: EventBody<'conversation.compacted'>['trigger'], preTokens: number): string {
    return line({
      type: 'system',
      subtype: 'compact_boundary',
      session_id: this.#sessionId,
      compact_metadata: { trigger, pre_tokens: preTokens },
    });
  }

  result(result: RunResult): string {
    return line({
      type: 'result',
      subtype: result.subtype,
      is_error: result.subtype !== 'success',
      num_turns: result.numTurns,
      duration_ms: result.durationMs,
      result: result.result,
      ...(result.errors.length > 0 && { errors: result.errors }),
      session_id: this.#sessionId,
      usage: result.usage,
      total_cost_usd: result.totalCostUsd,
      permission_denials: result.denials,
      ...(result.deferred && {
        stop_reason: 'tool_deferred',
        deferred_tool_use: { id: result.deferred.id, name: result.deferred.name, input: result.deferred.input },
      }),
    });
  }
}

function line(value: object): string {
  return `${printableJson(value)}\n`;
}

import { toolUseBlockSchema, type AssistantBlock } from '#shared/session/content.ts';
import type { ModelRequest } from '#main/model/client.ts';
import { ModelError } from '#main/model/model-error.ts';
import { resolveModel } from '#main/model/resolve-model.ts';
import type { SideModel, SideQuestion } from '#main/tool/services/side-model.ts';
import type { AgentServices } from './agent-services.ts';
import { StreamAssembler } from './turn/stream-assembler.ts';
import { withRetries } from './with-retries.ts';

/** Whole answers only: these end an answer that isn't one. */
const UNUSABLE: ReadonlySet<string> = new Set(['refusal', 'model_context_window_exceeded']);

/** Asks the small model (`haiku`), or the one that the question names, for the calls of one agent, with its client and at its cost. */
export function sideModel(services: AgentServices): SideModel {
  return {
    async ask(question, { toolUseId: callId, abortController: { signal } }) {
      const model = resolveModel(question.model ?? 'haiku', services.config.model(), services.env);
      const noMoney = services.overBudget(model);
      if (noMoney !== undefined) throw new Error(noMoney);
      const request = requestFor(question, model);
      const answer = await withRetries((_count, unstreamed) => oneAttempt(request, { services, signal, callId, unstreamed }), {
        services,
        signal,
      });
      if (answer instanceof ModelError) throw answer;
      return answer;
    },
  };
}

interface Attempt {
  readonly services: AgentServices;
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly unstreamed: boolean;
}

async function oneAttempt(
  request: ModelRequest,
  { services: { client, append }, signal, callId, unstreamed }: Attempt,
): Promise<readonly AssistantBlock[] | ModelError> {
  const blocks: AssistantBlock[] = [];
  const assembler = new StreamAssembler(
    { delta: () => undefined, block: (_index, block) => blocks.push(block) },
    new Set(),
    request.maxTokens,
  );
  try {
    const events = unstreamed && client.complete ? client.complete(request, signal) : client.stream(request, signal);
    for await (const event of events) assembler.take(event);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  } finally {
    const searches = blocks.filter(({ type }) => type === 'server_tool_use').length;
    append({ type: 'tool.asked_model', data: { callId, model: request.model, usage: assembler.usage, searches } });
  }
  if (UNUSABLE.has(assembler.stopReason ?? ''))
    throw new Error(`The model ${request.model} gave no response (${assembler.stopReason ?? ''}).`);
  // It was offered no tools, so a call in its answer is none.
  return blocks.filter((block) => !toolUseBlockSchema.safeParse(block).success);
}

function requestFor({ system, prompt, maxTokens, search }: SideQuestion, model: string): ModelRequest {
  return {
    model,
    maxTokens,
    system: [{ type: 'text', text: system }],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
    callOutcomes: new Map(),
    isSide: true,
    ...(search && { search }),
  };
}

import type { HookHelpers } from '#main/hooks/hook-helpers.ts';
import { textBlockSchema } from '#shared/session/content.ts';
import type { Agent } from '../agent.ts';
import type { SubAgents } from '../sub-agents/sub-agents.ts';
import type { SessionServices } from './session-services.ts';

/** Tokens of a judgement, with what the model thinks before it. */
const MAX_JUDGEMENT_TOKENS = 2000;

interface JudgingAgents {
  readonly main: Agent;
  readonly subAgents: SubAgents;
}

/** Gives the session's hooks its model and its agents. */
export function provideJudges(services: SessionServices, { main, subAgents }: JudgingAgents): void {
  const askModel: HookHelpers['askModel'] = async ({ rules, prompt, model, callId = '', signal }) => {
    if (services.client.kind === 'scripted') throw new Error('this session plays a script and asks no model');
    const abortController = new AbortController();
    signal.addEventListener('abort', () => abortController.abort(signal.reason), { once: true });
    if (signal.aborted) abortController.abort(signal.reason);
    const question = { system: rules, prompt, maxTokens: MAX_JUDGEMENT_TOKENS, model };
    const blocks = await main.sideModel.ask(question, { toolUseId: callId, abortController });
    return blocks.flatMap((block) => textBlockSchema.safeParse(block).data?.text ?? []).join('');
  };
  services.hooks?.runner.provide({
    askModel,
    askAgent: (question) => subAgents.check(question),
    describeCall: (call) => main.calls.describe(call),
    wake: services.onUnreported,
  });
}

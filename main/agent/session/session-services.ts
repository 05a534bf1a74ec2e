import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { dollars, limitText } from '#shared/model/dollars.ts';
import { priceOf } from '#shared/model/prices.ts';
import { spentUsd } from '#shared/session/spending.ts';
import type { SessionView } from '#shared/session/view.ts';
import { siblingAbortFrom } from '#main/executor/safety-questions.ts';
import { DEFAULT_RETRY } from '#main/model/retry.ts';
import { ThinkingMemory } from '../request/thinking-memory.ts';
import { BUILT_IN_AGENTS } from '../sub-agents/built-in-definitions.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';

/** The options with a default that is set here, once. */
type Defaulted = 'agentDefinitions' | 'compaction' | 'env' | 'mcpTools' | 'retry' | 'siblingAbort';

interface SessionState {
  readonly view: SessionView;
  /** Ids of all calls of all agents, so that each id names one call. */
  readonly callIds: ReadonlySet<string>;
  readonly append: (event: NewSessionEvent) => void;
  readonly setMode: (mode: PermissionMode, by: EventBody<'session.mode'>['by']) => void;
  /** Background work ended or waits for input, and the main agent hasn't been notified. */
  readonly onUnreported: () => void;
}

interface Derived {
  readonly thinking: ThinkingMemory;
  /** Why the budget allows no further request to `model`, as a message for the user; `undefined` when it does. */
  readonly overBudget: (model: string) => string | undefined;
}

/**
 * Everything the parts and agents of a session share: what the composition root supplies, with defaults, and the session's own state.
 * Handed on whole, so that a new service is named where it is defined and where it is used.
 */
export type SessionServices = AgentSessionOptions & Required<Pick<AgentSessionOptions, Defaulted>> & SessionState & Derived;

export function sessionServices(options: AgentSessionOptions, state: SessionState): SessionServices {
  const { env = process.env, siblingAbort } = options;
  return Object.freeze({
    ...options,
    ...state,
    env,
    agentDefinitions: options.agentDefinitions ?? (() => BUILT_IN_AGENTS),
    compaction: options.compaction ?? (() => ({ enabled: true })),
    mcpTools: options.mcpTools ?? (() => []),
    retry: options.retry ?? DEFAULT_RETRY,
    siblingAbort: () => siblingAbortFrom(env, siblingAbort?.() ?? 'all'),
    thinking: new ThinkingMemory(env),
    overBudget: (model: string) => {
      const budget = options.maxBudgetUsd ?? state.view.budgetUsd;
      return budget === null ? undefined : overBudget(budget, spentUsd(state.view.spending), model);
    },
  });
}

/** Why a budget (US dollars) allows no further request to `model`, as a message for the user; `undefined` when it does. */
export function overBudget(budgetUsd: number, spentUsd: number, model: string): string | undefined {
  if (!priceOf(model))
    return `The price of the model “${model}” isn’t known, so a budget of ${limitText(budgetUsd)} can’t be kept. Choose a model with a known price, or set no budget.`;
  if (spentUsd < budgetUsd) return undefined;
  return `The budget of ${limitText(budgetUsd)} is used up: this session has cost ${dollars(spentUsd)}. Set a higher budget to go on.`;
}

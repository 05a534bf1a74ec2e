import { callInput } from '#shared/session/call-input.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { AutoClassifier } from '#main/permission/classifier/auto-classifier.ts';
import { DenialCounts } from '#main/permission/classifier/denial-counts.ts';
import type { ClassifierHistoryEntry } from '#main/permission/classifier/question.ts';
import { NO_AUTO_MODE_POLICY } from '#shared/settings/auto-mode-settings.ts';
import { contentText } from '#shared/session/content-text.ts';
import type { AgentServices } from './agent-services.ts';
import { classifierAsker } from './ask-classifier.ts';

/** One agent's auto-mode classifier and its history, folded from the log. */
export class AutoMode {
  readonly classifier: AutoClassifier;
  readonly #history: ClassifierHistory;
  readonly #denials: DenialCounts;

  constructor(services: AgentServices) {
    const { client, config, overBudget, append, classifierInstructions = () => [], autoModePolicy = () => NO_AUTO_MODE_POLICY } = services;
    const { agentId } = config.base.agent;
    this.#history = new ClassifierHistory(agentId);
    this.#denials = new DenialCounts(agentId);
    this.classifier = new AutoClassifier({
      askModel: classifierAsker(client, { model: config.model, overBudget: () => overBudget(config.model()), append }),
      history: () => this.#history.entries,
      instructions: classifierInstructions,
      policy: autoModePolicy,
      exhausted: () => this.#denials.exhausted,
    });
  }

  apply(event: SessionEvent): void {
    this.#history.apply(event);
    this.#denials.apply(event);
  }
}

/** Origins of messages typed by the user; others are written by tools or the app. Words with a denial are read from the answer. */
const TYPED: ReadonlySet<string> = new Set(['prompt', 'queued']);

/** Events on the main agent that every agent's history records. */
const PERSONS_WORD: ReadonlySet<string> = new Set<SessionEvent['type']>(['user.message', 'conversation.rewound']);

/** `id`: the message id, or the id of the request that contained the call. */
type Kept = { readonly id: string; entry: ClassifierHistoryEntry };

/**
 * What the classifier sees of one agent's conversation: a fold of the log without tool results and model text. A user message to the
 * main agent counts for all its sub-agents; a task dispatched by another agent doesn't count as a user message.
 */
class ClassifierHistory {
  readonly #agentId: string | undefined;
  #kept: Kept[] = [];
  /** The calls among the entries by id, since one response may hold thousands. */
  readonly #calls = new Map<string, Kept>();

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  get entries(): ClassifierHistoryEntry[] {
    return this.#kept.map(({ entry }) => entry);
  }

  apply(event: SessionEvent): void {
    const own = event.agentId === this.#agentId;
    if (!own && (event.agentId !== undefined || !PERSONS_WORD.has(event.type))) return;
    switch (event.type) {
      case 'user.message':
        if (TYPED.has(event.data.origin) && event.data.visibility !== 'window')
          this.#say(event.data.messageId, contentText(event.data.content));
        return;
      case 'call.answered': {
        const { answer, by } = event.data;
        if (by === 'person' && answer.type === 'deny') this.#say(event.id, answer.message ?? '');
        return;
      }
      case 'assistant.block':
      case 'call.queued': {
        const call = callInput(event);
        if (!call) return;
        const kept: Kept = { id: event.data.requestId, entry: { type: 'call', ...call } };
        this.#kept.push(kept);
        this.#calls.set(call.callId, kept);
        return;
      }
      case 'request.ended':
        if (event.data.outcome === 'discarded') this.#kept = this.#kept.filter(({ id }) => id !== event.data.requestId);
        return;
      case 'conversation.rewound': {
        // Rewound messages no longer allow or forbid anything; the calls stay in the history.
        const from = this.#kept.findIndex(({ id }) => id === event.data.messageId);
        if (from >= 0) this.#kept = this.#kept.filter(({ entry }, index) => index < from || entry.type === 'call');
        return;
      }
      case 'call.finished':
        this.#settle(event.data.callId, event.data.outcome);
        return;
      default:
        return;
    }
  }

  #say(id: string, text: string): void {
    if (text.trim() !== '') this.#kept.push({ id, entry: { type: 'user', text } });
  }

  #settle(callId: string, outcome: string): void {
    const kept = this.#calls.get(callId);
    if (kept?.entry.type === 'call') kept.entry = { ...kept.entry, outcome };
  }
}

import type { SessionEvent } from '#shared/session/event.ts';
import { AutoClassifier } from '#main/permission/classifier/auto-classifier.ts';
import { DenialCounts } from '#main/permission/classifier/denial-counts.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { classifierAsker, type ClassifierPayer } from './ask-classifier.ts';
import { ClassifierHistory } from './classifier-history.ts';

/** One agent's auto-mode classifier and its history, folded from the log. */
export class AutoMode {
  readonly classifier: AutoClassifier;
  readonly #history: ClassifierHistory;
  readonly #denials: DenialCounts;

  constructor(
    { client, classifierInstructions = () => [] }: Pick<AgentSessionOptions, 'client' | 'classifierInstructions'>,
    { agentId, ...payer }: ClassifierPayer & { readonly agentId?: string },
  ) {
    this.#history = new ClassifierHistory(agentId);
    this.#denials = new DenialCounts(agentId);
    this.classifier = new AutoClassifier({
      askModel: classifierAsker(client, payer),
      history: () => this.#history.entries,
      instructions: classifierInstructions,
      exhausted: () => this.#denials.exhausted,
    });
  }

  apply(event: SessionEvent): void {
    this.#history.apply(event);
    this.#denials.apply(event);
  }
}

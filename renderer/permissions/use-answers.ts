import { useRef, useState } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { isQueued } from '../store/queued-asks.ts';
import { answerAsk } from '../store/session-actions.ts';
import type { AskGroup } from './ask-groups.ts';

export interface Answers {
  /** The group that an answer is on its way for. */
  readonly answering: string | null;
  /** Counts answers that came too late, so that the card is armed anew. */
  readonly stale: number;
  /** Why an edited input can't be taken, with the group it was for. */
  readonly refused: { readonly key: string; readonly why: string } | null;
  /** Whether this window has answered the question. */
  readonly hasAnswered: (askId: string) => boolean;
  readonly answer: (groups: readonly AskGroup[], given: AskAnswer) => Promise<void>;
}

/** Gives answers: to each of a fold, each bound to what was shown of it. */
export function useAnswers(): Answers {
  const [answering, setAnswering] = useState<string | null>(null);
  const [stale, setStale] = useState(0);
  const [refused, setRefused] = useState<Answers['refused']>(null);
  const answered = useRef(new Set<string>());

  const answerGroup = async ({ key, members }: AskGroup, given: AskAnswer): Promise<void> => {
    setAnswering(key);
    // Rules settle the others of a fold by themselves; any other answer is given to each.
    const each = given.type === 'allow_always' || given.type === 'set_mode' ? members.slice(0, 1) : members;
    for (const member of each) {
      // An answer may have settled the others with it.
      if (!isQueued(member)) continue;
      for (const { askId } of members) answered.current.add(askId);
      const outcome = await answerAsk(member.sessionId, member.askId, member.digest, given);
      if (outcome === 'stale') setStale((count) => count + 1);
      if (typeof outcome === 'object') {
        setRefused({ key, why: outcome.refused });
        break;
      }
    }
    setAnswering(null);
  };

  return {
    answering,
    stale,
    refused,
    hasAnswered: (askId) => answered.current.has(askId),
    answer: async (groups, given) => {
      setRefused(null);
      for (const group of groups) await answerGroup(group, given);
    },
  };
}

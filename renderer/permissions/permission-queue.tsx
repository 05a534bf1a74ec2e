import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { useWindow } from '../store/app-store.ts';
import { useForms, usePermissionAsks, useSession } from '../store/selectors.ts';
import { answerAsk } from '../store/session-actions.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Announcer } from './announcer.tsx';
import { AskCard, type CardActs } from './ask-card.tsx';
import { currentGroup, groupAsks, isHighRisk, neighbour, type AskGroup } from './ask-groups.ts';
import { useArmed } from './use-armed.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { useTitleCount } from './use-title-count.ts';
import { WaitingRow } from './waiting-row.tsx';
import styles from './permission-queue.module.css';

const NO_ACTS: CardActs = { act: () => {}, release: () => {} };

/** Every question that waits for a person, docked and always in sight: one open to be answered, the others in a line each. */
export function PermissionQueue({ sessionId }: { readonly sessionId: string }) {
  const asks = usePermissionAsks(sessionId);
  const forms = useForms(sessionId);
  const projectDir = useSession(sessionId, (view) => view.projectDir) ?? '';
  const groups = useMemo(() => groupAsks(asks), [asks]);
  const [wanted, setWanted] = useState<string | null>(null);
  const [answering, setAnswering] = useState<string | null>(null);
  /** Counts answers that came too late, so that the card is armed anew. */
  const [stale, setStale] = useState(0);
  const queue = useRef<HTMLElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const acts = useRef<CardActs>(NO_ACTS);
  const bind = useCallback((next: CardActs) => {
    acts.current = next;
  }, []);

  const current = currentGroup(groups, wanted);
  const key = current?.key ?? null;
  // Whatever moves the card under the pointer, or changes it, makes it wait again.
  const armKey = current ? `${current.key}:${current.ask.digest}:${groups.length}:${stale}` : '';
  const lost = useWindow((state) => state.connection === 'lost');
  const armed = useArmed(armKey) && answering !== key && !lost;
  const shownAt = useShownAt(armKey);
  useTitleCount(asks.length);
  useFocusNext(queue, card, key);

  const answer = async (group: AskGroup, given: AskAnswer) => {
    setAnswering(group.key);
    // Rules settle the others of a fold by themselves; a plain answer is given to each.
    const members = given.type === 'allow_once' || given.type === 'deny' ? group.members : group.members.slice(0, 1);
    for (const member of members) {
      // An answer may have settled the others with it.
      if (!isPending(sessionId, member.askId)) continue;
      const outcome = await answerAsk(sessionId, member.askId, member.digest, given);
      if (outcome === 'stale') setStale((count) => count + 1);
    }
    setAnswering(null);
  };
  useQueueKeys(
    queue,
    shownAt,
    (act) => {
      if (act === 'next' || act === 'previous') setWanted(neighbour(groups, key ?? undefined, act === 'next' ? 1 : -1)?.key ?? null);
      else acts.current.act(act);
    },
    () => acts.current.release(),
  );

  return (
    <section ref={queue} aria-label="Permission queue" tabIndex={-1} className={styles.queue}>
      <Announcer groups={groups} />
      <Strip groups={groups} forms={forms.length} high={current !== undefined && isHighRisk(current.ask)} />
      {current && (
        <div className={styles.scroll}>
          <AskCard
            key={`${current.key}:${current.ask.digest}:${stale}`}
            ref={card}
            group={current}
            projectDir={projectDir}
            armed={armed}
            bind={bind}
            onAnswer={(given) => void answer(current, given)}
          />
          {groups.map((group) => group !== current && <WaitingRow key={group.key} group={group} onShow={() => setWanted(group.key)} />)}
        </div>
      )}
    </section>
  );
}

function isPending(sessionId: string, askId: string): boolean {
  return useWindow.getState().sessions[sessionId]?.view.asks.some((ask) => ask.askId === askId) ?? false;
}

interface StripProps {
  readonly groups: readonly AskGroup[];
  /** Questions and plans that wait in the conversation. */
  readonly forms: number;
  readonly high: boolean;
}

function Strip({ groups, forms, high }: StripProps) {
  if (groups.length === 0)
    return (
      <div className={styles.strip}>
        <span>{forms > 0 ? 'The agent waits for your answer in the conversation' : 'Nothing needs you'}</span>
      </div>
    );
  return (
    <div className={styles.strip} data-waiting="true">
      <span className={styles.count}>{groups.length === 1 ? '1 request needs you' : `${groups.length} requests need you`}</span>
      <span className={styles.keys} aria-hidden="true">
        <span>
          <Kbd keys="A" /> {high ? 'hold to allow' : 'allow once'}
        </span>
        <span>
          <Kbd keys="Shift+A" /> always
        </span>
        <span>
          <Kbd keys="D" /> deny
        </span>
        <span>
          <Kbd keys="Shift+D" /> say why
        </span>
      </span>
    </div>
  );
}

/** When what `key` names came into sight. */
function useShownAt(key: string): number {
  const [shown, setShown] = useState({ key, at: Number.POSITIVE_INFINITY });
  useEffect(() => setShown({ key, at: Date.now() }), [key]);
  return shown.key === key ? shown.at : Number.POSITIVE_INFINITY;
}

/** After an answer the focus goes on to the next card, or stays on the queue when it is empty; it is never taken from elsewhere. */
function useFocusNext(queue: React.RefObject<HTMLElement | null>, card: React.RefObject<HTMLElement | null>, key: string | null): void {
  const had = useRef(false);
  useEffect(() => {
    const element = queue.current;
    if (!element) return;
    const enter = () => void (had.current = true);
    // Removing a focused card sends no event, so leaving is only what moves the focus to another place.
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) had.current = false;
    };
    const pressElsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) had.current = false;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    window.addEventListener('pointerdown', pressElsewhere);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
      window.removeEventListener('pointerdown', pressElsewhere);
    };
  }, [queue]);
  useLayoutEffect(() => {
    if (had.current) (key === null ? queue.current : card.current)?.focus();
  }, [key, queue, card]);
}

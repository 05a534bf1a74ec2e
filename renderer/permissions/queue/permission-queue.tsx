import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { useWindow } from '../../store/app-store.ts';
import { useFormsElsewhere, useQueuedAsks } from '../../store/queued-asks.ts';
import { useForms, useSession } from '../../store/selectors.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { Announcer, useTitleCount } from './announcer.tsx';
import type { CardActions } from '../card/ask-card.tsx';
import { type AnswerProof, FILLED, HARMLESS } from '../../answers/answer-guard.ts';
import { alsoCancelled, batchOf, callKey, groupAsks, isOf, isReadThrough, neighbour, shownName, type AskGroup } from './ask-groups.ts';
import { allowsAtOnce, answersNothing, opensForm, type AskAction } from '../../answers/ask-keys.ts';
import { useQueueOrder } from './queue-order.ts';
import { QueueList } from './queue-list.tsx';
import { QueueStrip } from './queue-strip.tsx';
import { saves, useAnswers, useSettledElsewhere } from './use-answers.ts';
import { useReadReview } from './use-read-review.ts';
import { useTouched } from './use-touched.ts';
import { useIgnored } from './use-ignored.ts';
import { useHiddenRows } from './use-hidden-rows.ts';
import { useWholeRows } from './use-whole-rows.ts';
import { useReveal } from './use-reveal.ts';
import { useOwnFirst } from './use-own-first.ts';
import { useSelectedAsk } from './use-selected-ask.ts';
import { useBurst } from './use-burst.ts';
import { useFold } from './use-fold.ts';
import { useLastingIds } from './use-lasting-ids.ts';
import { useAnswerGuard } from '../../answers/use-answer-guard.ts';
import { useDeferredAnswer } from '../../answers/use-deferred-answer.ts';
import { type DeferredAction, isDeferred } from '../../answers/deferred-answer.ts';
import { lastPress } from '../../answers/press-watch.ts';
import type { Filling } from '../card/answer-note.tsx';
import { answersAfterFill } from './answers-after-fill.ts';
import { useAgentNotices } from '../../away/use-agent-notices.ts';
import { useAway } from '../../away/use-away.ts';
import { useFocusNext, useQueueKeys } from './use-queue-keys.ts';
import { words } from '../words.ts';
import styles from './permission-queue.module.css';

const loadCards = () => import('../card/cards.ts');

const NO_ACTIONS: CardActions = { act: () => {}, can: () => false, release: () => {} };

/**
 * All pending requests of the project's sessions, docked and always visible: one open to be answered, the others as rows. `sessionId`: the
 * session shown in the window.
 */
export function PermissionQueue({ sessionId }: { readonly sessionId: string }) {
  const all = useQueuedAsks();
  const forms = useForms(sessionId);
  const serverQuestions = useSession(sessionId, (view) => view.elicitations.length) ?? 0;
  const elsewhere = useFormsElsewhere(sessionId);
  const projectDir = useSession(sessionId, (view) => view.projectDir) ?? '';
  const [later, setLater] = useLastingIds('later');
  const asks = useBurst(all, later);
  const [single, setSingle] = useLastingIds('single');
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const listed = useMemo(() => groupAsks(asks, { later, single, kept }), [asks, later, single, kept]);
  /** The group the user chose. */
  const [wanted, setWanted] = useState<string | null>(null);
  const queue = useRef<HTMLElement>(null);
  const touched = useTouched(queue, projectDir, asks);
  const isPart = asks.length < all.length;
  const { groups, current, isKept } = useQueueOrder(listed, { sessionId, wanted, isPart, touched });
  const { answering, stale, refused, hasAnswered, answer } = useAnswers();
  const { fold, folded, unfold } = useFold(queue, asks.length > 0);
  const reads = useMemo(() => batchOf(groups), [groups]);
  const [reviewing, setReviewing] = useReadReview(reads);
  /** The card is out of sight. */
  const covered = folded || reviewing;
  const card = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const actions = useRef<CardActions>(NO_ACTIONS);
  const bind = useCallback((next: CardActions) => {
    actions.current = next;
  }, []);

  // Preloaded, so that the first card shows immediately.
  const { OpenCard, ReadReview, sight } = useLoaded(loadCards) ?? {};
  const key = current?.key ?? null;
  const place = current ? groups.indexOf(current) + 1 : 0;
  const settledElsewhere = useSettledElsewhere(current, (askId) => asks.some((ask) => ask.askId === askId), hasAnswered);
  const lost = useWindow((state) => state.connection === 'lost');
  const nameOf = (group: AskGroup) => `${stale} ${shownName(group)}`;
  const shown = current ? nameOf(current) : null;
  const guard = useAnswerGuard({
    // What is out of sight can't be read, so nothing answers it; in sight again, it counts as just shown.
    card: OpenCard && !covered ? shown : null,
    listed: covered ? [] : groups.map(nameOf),
    element: card,
    buttons: '[data-answers]',
    mustSee: current && isReadThrough(current) ? 'all' : 'start',
    sight,
    layout: `${place}:${groups.length}:${settledElsewhere !== null}:${covered}`,
  });
  const shownIds = current?.members.map(({ askId }) => askId).join(' ') ?? '';
  useEffect(() => setKept(new Set(guard.engaged ? shownIds.split(' ') : [])), [guard.engaged, shownIds]);
  const canAnswer = answering === null && !lost && !covered;
  const [ignored, setIgnored] = useIgnored(shown, guard.engaged);
  /** Every answer passes here, by key or button. */
  const filled = useRef(false);
  const counts = (proof?: AnswerProof): boolean => {
    const why = guard.refusal(filled.current ? { ...proof, ...FILLED } : proof);
    const read = why === 'unseen' || why === 'unseenSaved' ? guard.showUnseen(proof) : undefined;
    setIgnored(read ?? why ?? null);
    return why === undefined && canAnswer;
  };
  const deferred = useDeferredAnswer({
    card: covered ? null : shown,
    element: card,
    guard,
    onFull: (action) => {
      filled.current = true;
      try {
        actions.current.act(action);
      } finally {
        filled.current = false;
      }
    },
    onStopped: setIgnored,
  });
  const mayFill = guard.isFollowing && !guard.engaged && current !== undefined && answersAfterFill(current);
  const fill: Filling = deferred.filling ?? (mayFill ? 'offered' : null);
  useTitleCount(sessionId);
  useAgentNotices();
  const seek = (askId: string) => {
    unfold();
    setReviewing(false);
    setWanted(askId);
  };
  // After rendering.
  const focusCard = () => requestAnimationFrame(() => card.current?.focus());
  useAway(asks, (askId) => {
    seek(askId);
    focusCard();
  });
  useSelectedAsk(asks, sessionId, seek);
  useOwnFirst({ sessionId, groups, current, card, isKept, show: setWanted });
  const endReview = () => {
    setReviewing(false);
    focusCard();
  };
  // A card that shows other requests is a new element.
  useFocusNext(queue, card, shown);
  const layout = `${OpenCard !== undefined} ${reviewing} ${shown} ${groups.length}`;
  useWholeRows(list, layout);
  const hidden = useHiddenRows(list, layout);
  useReveal(card, OpenCard && !covered ? shown : null, guard.moved);

  /** A letter that answers nothing counts on any card, unless it may be part of a text. */
  const mayBeText = (): boolean => {
    const why = guard.engaged || lastPress().how !== 'key' ? undefined : deferred.refusal();
    if (why) setIgnored(why);
    return why !== undefined;
  };
  const postpone = ({ members }: AskGroup) => {
    // It answers nothing, so it needs no engagement; without any, the next one doesn’t follow.
    if (!counts(HARMLESS) || mayBeText()) return guard.interrupt();
    if (guard.engaged || guard.follows()) followsByKey();
    setLater(members.map(({ askId }) => askId));
    setWanted(null);
  };
  /** What comes up next is the person's own act: by a key of the card, or Enter in its field. */
  const followsByKey = () => {
    const { how } = lastPress();
    if (how === 'key' || how === 'field') guard.answered();
  };
  const give = (group: AskGroup, given: AskAnswer, proof?: AnswerProof) => {
    if (!counts({ ...proof, allows: given.type !== 'deny', saves: saves(given) })) return;
    // An edited call may ask again: show that ask next.
    if (given.type === 'allow_edited') setWanted(callKey(group.ask));
    followsByKey();
    void answer([group], given);
  };
  const giveOne = (group: AskGroup, askId: string, given: AskAnswer) => {
    if (!counts({ allows: given.type !== 'deny', request: askId })) return;
    setWanted(group.members.find((member) => member.askId !== askId)?.askId ?? null);
    void answer([{ ...group, members: group.members.filter((member) => member.askId === askId) }], given);
  };
  const show = (group: AskGroup | undefined) => {
    if (!group) return;
    guard.choose(nameOf(group));
    setWanted(group.key);
  };
  const goTo = (action: 'next' | 'previous', press: KeyboardEvent) => {
    // A letter may be part of a text meant for elsewhere, so it moves a selection and never makes one.
    const selects = press.key.length > 1;
    if (selects && guard.engage()) return;
    const next = neighbour(groups, key ?? undefined, action === 'next' ? 1 : -1);
    if (next && (selects || guard.engaged)) guard.choose(nameOf(next));
    setWanted(next?.key ?? null);
  };
  const startFill = (action: DeferredAction) => {
    // What that saves isn’t shown yet.
    if (action === 'session' && !actions.current.can(action)) return actions.current.act(action);
    if (!counts({ ...FILLED, allows: action !== 'deny', saves: action === 'session' }) || !actions.current.can(action)) return;
    setIgnored(deferred.start(action) ?? null);
  };
  const onKey = (action: AskAction, press: KeyboardEvent) => {
    if (covered) return;
    // T as part of a text ends what the card offers.
    if (action === 'session' && !deferred.wasStopper(press) && deferred.refusal()) guard.interrupt();
    if (action === 'next' || action === 'previous') goTo(action, press);
    // Opened, those set aside say what the key does.
    else if (!current) setWanted(groups[0]?.key ?? null);
    else if (deferred.wasStopper(press) && action !== 'explain') return;
    else if (mayFill && guard.follows() && isDeferred(action)) startFill(action);
    else if (opensForm(action) && !press.shiftKey && mayBeText()) return;
    else if (answersNothing(action) || counts({ needsEngagement: !opensForm(action), allows: allowsAtOnce(action) })) {
      if (opensForm(action)) guard.opened();
      actions.current.act(action);
    }
  };
  useQueueKeys(queue, onKey, () => actions.current.release());

  // Props are spelled out: in a shared object, the linter takes their functions for reads of refs.
  const open = current && OpenCard && (
    <OpenCard
      key={nameOf(current)}
      ref={card}
      group={current}
      sessionId={sessionId}
      projectDir={projectDir}
      alsoCancelled={alsoCancelled(current, asks)}
      canAnswer={canAnswer}
      armed={guard.armed}
      engaged={guard.engaged}
      fill={fill}
      ignored={ignored}
      refused={refused?.key === current.key ? refused.why : null}
      bind={bind}
      counts={counts}
      onMoved={guard.moved}
      onAnswer={(given, proof) => give(current, given, proof)}
      onAnswerOne={(askId, given) => giveOne(current, askId, given)}
      onLater={() => postpone(current)}
      onSingle={() => {
        setWanted(current.key);
        setSingle(current.members.map(({ askId }) => askId));
      }}
    />
  );

  return (
    <section
      ref={queue}
      aria-label={words.permissionQueue}
      tabIndex={-1}
      data-region="permission-queue"
      data-shows-other={(current && !isOf(current, sessionId)) || undefined}
      className={styles.queue}
    >
      <Announcer groups={groups} />
      <QueueStrip
        sessionId={sessionId}
        groups={groups}
        forms={forms.length + serverQuestions}
        elsewhere={elsewhere}
        current={current}
        place={place}
        answering={answering !== null}
        engaged={guard.engaged}
        mayFill={mayFill}
        settledElsewhere={settledElsewhere}
        fold={fold}
        reads={reads}
        reviewing={reviewing}
        onReview={() => setReviewing(true)}
      />
      {reviewing && ReadReview && sight && !folded && (
        <div className={styles.scroll}>
          <ReadReview
            groups={reads}
            sessionId={sessionId}
            projectDir={projectDir}
            disabled={lost || answering !== null}
            sight={sight}
            onAllow={() => {
              endReview();
              void answer(reads, { type: 'allow_once' });
            }}
            onClose={endReview}
          />
        </div>
      )}
      {groups.length > 0 && (
        <QueueList
          ref={list}
          groups={groups}
          current={current}
          open={open}
          isLoading={!OpenCard}
          sessionId={sessionId}
          covered={covered}
          hidden={hidden}
          onShow={show}
        />
      )}
    </section>
  );
}

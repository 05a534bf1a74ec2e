import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type AnswerProof, armsAt, reduceGuard, type GuardEvent, type GuardState, NO_CARD, refusal, type Refusal } from './answer-guard.ts';
import type { MustSee, PayloadSight, ReadSoFar } from './payload-sight.ts';
import { isTabbing, lastPress, TYPING, watchTyping } from './press-watch.ts';

/** Dispatched on the window when a command brings the user to the queue: counts as engaging with the focused card. */
const ENGAGE_EVENT = 'gatehouse:engage';
/** The same after the command has unfolded the queue: the card isn't painted yet. */
const SEEK_EVENT = 'gatehouse:seek';

export function engageFocusedCard(): void {
  window.dispatchEvent(new Event(ENGAGE_EVENT));
}

export function seekFocusedCard(): void {
  window.dispatchEvent(new Event(SEEK_EVENT));
}

/** Calls back when a command has brought the user to the queue. Returns what ends that. */
export function onEngage(listener: () => void): () => void {
  window.addEventListener(ENGAGE_EVENT, listener);
  return () => window.removeEventListener(ENGAGE_EVENT, listener);
}

/** How often the position of the buttons, and what is in view, is checked. Milliseconds. */
const CHECK_EVERY = 100;

export interface AnswerGuard {
  /** Whether buttons count: the card is painted and hasn't moved for a moment. */
  readonly armed: boolean;
  /** Whether keys may count too: the user has engaged with the card. */
  readonly engaged: boolean;
  /** Why the answer given by the last press is ignored. */
  readonly refusal: (proof?: AnswerProof) => Refusal | undefined;
  /** Scrolls to what the answer allows and wasn’t in view. Returns how far that is read. */
  readonly showUnseen: (proof?: AnswerProof) => ReadSoFar | undefined;
  /** The user engaged with the card. `false` if it was engaged already, or isn't painted yet. */
  readonly engage: () => boolean;
  /** A key opened a form of the card. */
  readonly opened: () => void;
  /** The user picked this card from the list. */
  readonly choose: (card: string) => void;
  /** The buttons are moving now. */
  readonly moved: () => void;
  /** A key has answered the card: the next one follows it. */
  readonly answered: () => void;
  /** Whether the card follows an answered one, so that a letter may answer it after a fill. For rendering, and as it is now. */
  readonly isFollowing: boolean;
  readonly follows: () => boolean;
  /** Something else was pressed: the card doesn't follow any more. */
  readonly interrupt: () => void;
  readonly paintedAt: () => number | null;
}

interface Guarded {
  /** Identifies everything the card shows; `null` without a card. */
  readonly card: string | null;
  /** The requests in the list next to it. */
  readonly listed?: readonly string[];
  /** The element of the card, and the selector of its buttons. */
  readonly element: RefObject<HTMLElement | null>;
  readonly buttons?: string;
  /** A value that moves the buttons when it changes. */
  readonly layout?: string;
  /** How much of what it allows must have been in view: it marks that with `data-payload`, of several requests each with `data-request`. */
  readonly mustSee?: MustSee | undefined;
  /** What keeps that; without, nothing counts as seen. */
  readonly sight?: PayloadSight | undefined;
}

const NONE: readonly string[] = [];

/** After these, the time at which the buttons become active is counted again. */
const ARMING: ReadonlySet<GuardEvent['type']> = new Set(['card', 'painted', 'moved', 'typed']);

/** Tracks for `answer-guard.ts` when a card was painted, whether it moves, when the user engages with it, and what is typed elsewhere. */
export function useAnswerGuard({ card, listed = NONE, element, buttons = 'button', layout = '', mustSee, sight }: Guarded): AnswerGuard {
  const state = useRef<GuardState>(NO_CARD);
  const chosen = useRef<{ readonly card: string; readonly at: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [armedCard, setArmedCard] = useState<string | null>(null);
  const [engaged, setEngaged] = useState(false);
  const [isFollowing, setFollowing] = useState(false);

  const send = useCallback((event: GuardEvent) => {
    const before = state.current;
    state.current = reduceGuard(before, event);
    setEngaged(state.current.engagedAt !== null);
    setFollowing(state.current.follows);
    if (event.type === 'moved' || state.current.card !== before.card) setArmedCard(null);
    // Once active, buttons aren't dimmed by typing elsewhere: keys are checked individually.
    if (!ARMING.has(event.type)) return;
    clearTimeout(timer.current);
    const at = armsAt(state.current);
    if (at === undefined) return;
    timer.current = setTimeout(() => setArmedCard(state.current.card), Math.max(0, at - performance.now()));
  }, []);

  useLayoutEffect(() => {
    const isChosen = chosen.current !== null && chosen.current.card === card;
    send({ type: 'card', card, at: performance.now(), chosenAt: isChosen ? chosen.current?.at : undefined });
    chosen.current = null;
    return () => {
      clearTimeout(timer.current);
      send({ type: 'card', card: null, at: performance.now() });
    };
  }, [card, send]);
  useLayoutEffect(() => send({ type: 'moved', at: performance.now() }), [layout, send]);

  const look = useCallback(() => {
    const { paintedAt, seen } = state.current;
    const shown = element.current;
    if (paintedAt === null) return;
    // What it saves may change as long as it is open.
    if (seen) return shown ? sight?.lookAtSaved(shown) : undefined;
    if (mustSee && shown) sight?.look(shown);
    if (!mustSee || (shown && sight?.isSeen(shown, mustSee))) send({ type: 'seen' });
  }, [element, mustSee, send, sight]);
  const list = JSON.stringify(listed);
  useEffect(() => {
    if (card === null) return undefined;
    // The second frame starts after the first was painted. A hidden window paints none.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const names: unknown = JSON.parse(list);
        send({ type: 'painted', card, listed: Array.isArray(names) ? names.map(String) : NONE, at: performance.now() });
        look();
      });
    });
    const timer = setInterval(look, CHECK_EVERY);
    window.addEventListener('scrollend', look, true);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      window.removeEventListener('scrollend', look, true);
    };
  }, [card, list, look, send]);

  useEffect(
    () => watchTyping(({ at, target }) => !(target?.closest(TYPING) && element.current?.contains(target)) && send({ type: 'typed', at })),
    [element, send],
  );
  useEngagement(element, send);
  useMovement(card, element, buttons, send);

  return {
    armed: card !== null && armedCard === card,
    engaged,
    refusal: useCallback(
      (proof) => {
        look();
        const shown = element.current;
        const isSeen = mustSee && shown && proof?.request !== undefined && sight?.isSeen(shown, mustSee, proof.request);
        // A panel shows what it is about, or has its place.
        const isAway = mustSee && shown?.dataset['panel'] === undefined && shown && sight?.isInView(shown, proof?.request) === false;
        const isSavedSeen = proof?.saves !== true || !shown || sight?.isSavedSeen(shown) !== false;
        const press = lastPress();
        const why = refusal(state.current, press, { ...proof, ...(isSeen && { isSeen }), ...(isAway && { isAway }), isSavedSeen });
        if (why === 'pressAgain') send({ type: 'ignoredInForm', at: press.at });
        return why;
      },
      [element, look, mustSee, send, sight],
    ),
    showUnseen: useCallback(
      (proof) => (mustSee && element.current ? sight?.show(element.current, mustSee, proof?.request) : undefined),
      [element, mustSee, sight],
    ),
    engage: useCallback(() => {
      if (state.current.engagedAt !== null || lastPress().repeat) return false;
      send({ type: 'engaged', by: 'key', at: performance.now() });
      return state.current.engagedAt !== null;
    }, [send]),
    opened: useCallback(() => send({ type: 'opened', at: performance.now() }), [send]),
    choose: useCallback((picked) => {
      chosen.current = lastPress().repeat ? null : { card: picked, at: performance.now() };
    }, []),
    moved: useCallback(() => send({ type: 'moved', at: performance.now() }), [send]),
    answered: useCallback(() => send({ type: 'answered', at: performance.now() }), [send]),
    isFollowing,
    follows: useCallback(() => state.current.follows, []),
    interrupt: useCallback(() => {
      if (state.current.follows || state.current.answeredAt !== null) send({ type: 'interrupted' });
    }, [send]),
    paintedAt: useCallback(() => state.current.paintedAt, []),
  };
}

/** Detects engagement with the card, and when the focus leaves it. */
function useEngagement(element: RefObject<HTMLElement | null>, send: (event: GuardEvent) => void): void {
  useEffect(() => {
    const inside = (node: EventTarget | null): boolean => node instanceof Node && element.current?.contains(node) === true;
    const pressed = ({ target }: PointerEvent) => {
      if (inside(target)) send({ type: 'engaged', by: 'pointer', at: performance.now() });
    };
    const focused = ({ target }: FocusEvent) => {
      if (inside(target) && isTabbing()) send({ type: 'engaged', by: 'key', at: performance.now() });
    };
    const left = ({ target, relatedTarget }: FocusEvent) => {
      // Removing or disabling an element gives no related target; a dropdown of a field belongs to the card.
      if (!(relatedTarget instanceof Element) || !inside(target) || inside(relatedTarget)) return;
      if (relatedTarget.closest('[role="listbox"], [role="menu"]') === null) send({ type: 'left' });
    };
    const wrote = ({ target }: Event) => {
      if (inside(target) && element.current?.dataset['panel'] !== undefined) send({ type: 'wrote', at: performance.now() });
    };
    const away = () => send({ type: 'left' });
    const sought = () => {
      if (inside(document.activeElement) && !lastPress().repeat) send({ type: 'sought', at: performance.now() });
    };
    window.addEventListener('pointerdown', pressed);
    window.addEventListener('focusin', focused);
    window.addEventListener('focusout', left);
    // Last: drawn before React has seen what was written, the field would lose it.
    window.addEventListener('input', wrote);
    window.addEventListener('blur', away);
    window.addEventListener(ENGAGE_EVENT, sought);
    window.addEventListener(SEEK_EVENT, sought);
    document.addEventListener('visibilitychange', away);
    return () => {
      window.removeEventListener('pointerdown', pressed);
      window.removeEventListener('focusin', focused);
      window.removeEventListener('focusout', left);
      window.removeEventListener('input', wrote);
      window.removeEventListener('blur', away);
      window.removeEventListener(ENGAGE_EVENT, sought);
      window.removeEventListener(SEEK_EVENT, sought);
      document.removeEventListener('visibilitychange', away);
    };
  }, [element, send]);
}

/** Detects movement of the buttons other than by scrolling. */
function useMovement(
  card: string | null,
  element: RefObject<HTMLElement | null>,
  buttons: string,
  send: (event: GuardEvent) => void,
): void {
  useEffect(() => {
    if (card === null) return undefined;
    const all = () => [...(element.current?.querySelectorAll(buttons) ?? [])];
    const position = (): string =>
      all()
        .map((one) => one.getBoundingClientRect())
        .map(({ left, top }) => `${Math.round(left)},${Math.round(top)}`)
        .join(' ');
    let before = position();
    const check = () => {
      const now = position();
      if (now !== before) send({ type: 'moved', at: performance.now() });
      before = now;
    };
    // A list that scrolls elsewhere may do so because of what moves the buttons.
    const scrolled = ({ target }: Event) => {
      if (target instanceof Node && all().some((one) => target.contains(one))) before = position();
    };
    const timer = setInterval(check, CHECK_EVERY);
    window.addEventListener('pointerdown', check, true);
    window.addEventListener('scroll', scrolled, true);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', check, true);
      window.removeEventListener('scroll', scrolled, true);
    };
  }, [card, element, buttons, send]);
}

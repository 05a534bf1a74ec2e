import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { findPattern } from '#shared/find-pattern.ts';
import { useWindow } from '../../store/app-store.ts';
import { useSession } from '../../store/selectors.ts';
import { seek } from '../../store/sought-place.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { findMatches, type Match, MAX_MATCHES } from './find-matches.ts';
import { clearMarks, markAll } from './find-ranges.ts';
import { closeFind, useFind } from './find-state.ts';
import { placesInView } from './places-in-view.ts';
import { placeOf, showMatch } from './show-match.ts';
import { type FoundResults, useFoundResults } from './use-found-results.ts';
import { words } from './words.ts';
import styles from './find-bar.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** How long changes of the conversation may wait for their marks. Milliseconds. */
const REMARK_MS = 150;

export interface FindBarProps {
  readonly sessionId: string;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Searches the whole conversation, folded work and results of calls included: Enter for the next match, Shift+Enter for the previous, Escape to close. */
export function FindBar({ sessionId, scroller }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const asked = useFind((state) => state.asked);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const pattern = useMemo(() => findPattern(wanted), [wanted]);
  const matches = useMatches(sessionId, pattern, useFoundResults(sessionId, wanted));
  const [start] = useState(() => placesInView(scroller.current));
  const [chosen, setChosen] = useState<Match | null>(null);
  const index = indexOf(matches, chosen, () => firstFrom(sessionId, matches, start));
  const current = matches[index];
  useEffect(() => field.current?.select(), [asked]);
  useEffect(() => () => seek(null), []);
  useMarks(scroller, pattern, current);
  const key = current && `${current.innerId} ${current.callId} ${current.nth} ${current.inResult?.nth}`;
  useEffect(() => {
    const list = scroller.current;
    if (!list || !current || !pattern) return;
    seek({ itemId: current.itemId, callId: current.callId, inResult: current.inResult, isFound: true });
    return showMatch(list, current, pattern);
    // oxlint-disable-next-line react/exhaustive-deps -- the same match of a new list needn't be scrolled to.
  }, [key, pattern, scroller]);

  const go = (step: 1 | -1): void => setChosen(matches[(index + step + matches.length) % matches.length] ?? null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') closeFind();
    else if (event.key === 'Enter' && event.target === field.current) go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys bubbling from its controls.
    <search className={styles.bar} onKeyDown={onKeyDown}>
      <TextField
        ref={field}
        label={words.findInConversation}
        hideLabel
        placeholder={words.find}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a find shortcut, which always focuses the field.
        autoFocus
        icon={<Search {...icon} />}
        value={query}
        className={styles.field}
        onChange={({ target }) => {
          setQuery(target.value);
          setChosen(null);
        }}
      />
      <span className={styles.count} role="status" data-none={(pattern !== null && matches.length === 0) || undefined}>
        {pattern !== null &&
          (matches.length === 0 ? words.noResults : words.resultOf(index + 1, matches.length, matches.length === MAX_MATCHES))}
      </span>
      <IconButton label={words.previous} keys="Shift+Enter" size="small" icon={<ChevronUp {...icon} />} onClick={() => go(-1)} />
      <IconButton label={words.next} keys="Enter" size="small" icon={<ChevronDown {...icon} />} onClick={() => go(1)} />
      <IconButton label={words.close} keys="Escape" size="small" icon={<X {...icon} />} onClick={closeFind} />
    </search>
  );
}

const NONE: readonly Match[] = [];

function useMatches(sessionId: string, pattern: RegExp | null, results: FoundResults): readonly Match[] {
  const version = useSession(sessionId, (view) => view.version);
  return useMemo(() => {
    const view = useWindow.getState().sessions[sessionId]?.view;
    return view && pattern ? findMatches(view, pattern, results) : NONE;
    // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- the view is changed in place, `version` tells when.
  }, [sessionId, pattern, results, version]);
}

/** The position of the same match, or where to start. */
function indexOf(matches: readonly Match[], chosen: Match | null, start: () => number): number {
  const at =
    chosen === null
      ? -1
      : matches.findIndex(
          ({ innerId, callId, nth, inResult }) =>
            innerId === chosen.innerId && callId === chosen.callId && nth === chosen.nth && inResult?.nth === chosen.inResult?.nth,
        );
  return at >= 0 ? at : start();
}

/** The first match from what is in view on, else the last one above. */
function firstFrom(sessionId: string, matches: readonly Match[], start: readonly string[]): number {
  const items = useWindow.getState().sessions[sessionId]?.view.items ?? [];
  const places = new Map(items.map(({ id }, place) => [id, place]));
  const calls = new Map(items.flatMap((item, place): [string, number][] => (item.type === 'call' ? [[item.callId, place]] : [])));
  // An agent's call is no item of its own.
  const from = start.map((id) => places.get(id) ?? calls.get(id)).find((place) => place !== undefined) ?? 0;
  const at = matches.findIndex(({ itemId }) => (places.get(itemId) ?? 0) >= from);
  return at >= 0 ? at : Math.max(0, matches.length - 1);
}

/** Keeps the occurrences marked while the conversation grows and is scrolled. */
function useMarks(scroller: RefObject<HTMLElement | null>, pattern: RegExp | null, current: Match | undefined): void {
  const markCurrentAgain = useEffectEvent((list: HTMLElement) => {
    if (current && pattern) placeOf(list, current, pattern);
  });
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    let due: ReturnType<typeof setTimeout> | undefined;
    const mark = (): void => {
      due = undefined;
      markAll(list, pattern);
      markCurrentAgain(list);
    };
    mark();
    const watch = new MutationObserver(() => (due ??= setTimeout(mark, REMARK_MS)));
    watch.observe(list, { childList: true, subtree: true, characterData: true });
    return () => {
      watch.disconnect();
      clearTimeout(due);
      clearMarks();
    };
  }, [scroller, pattern]);
}

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWindow } from '../store/app-store.ts';
import { focusOnceThere } from '../ui/focus-once-there.ts';

interface SectionScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The section at the top; `undefined` before anything is scrolled. */
  readonly current: string | undefined;
  /** Scrolls to a section, a part of one or a setting, and focuses it. */
  readonly goTo: (id: string) => void;
  readonly onScroll: () => void;
}

/** Pixels below the top at which a section counts as the current one. */
const EDGE = 80;

/** Follows which section is scrolled to, and goes where others in the window point (`settingsTarget`). */
export function useSectionScroll(showAll: () => void): SectionScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const target = useWindow((state) => state.settingsTarget);
  /** What was gone to last, until the person moves on. */
  const held = useRef<HTMLElement>(null);

  const goTo = (id: string) => {
    const root = scroller.current;
    if (!root) return;
    focusOnceThere(root, () => {
      const element = root.querySelector<HTMLElement>(`[data-setting="${CSS.escape(id)}"]`);
      element?.scrollIntoView({ block: 'start' });
      held.current = element;
      if (!element || element.hasAttribute('tabindex')) return element;
      return element.querySelector<HTMLElement>('input, button');
    });
  };
  const goToTarget = useEffectEvent((id: string) => {
    showAll();
    goTo(id);
    useWindow.setState({ settingsTarget: null });
  });
  useEffect(() => {
    if (target !== null) goToTarget(target);
  }, [target]);

  const onScroll = () => {
    const root = scroller.current;
    if (!root) return;
    const sections = [...root.querySelectorAll<HTMLElement>('[data-section]')];
    const atEnd = root.scrollTop + root.clientHeight >= root.scrollHeight - 2 && root.scrollTop > 0;
    const top = root.getBoundingClientRect().top + EDGE;
    const passed = sections.findLast((section) => section.getBoundingClientRect().top <= top) ?? sections[0];
    setCurrent((atEnd ? sections.at(-1) : passed)?.dataset['section']);
  };
  useHeldPlace(scroller, held, onScroll);
  return { scroller, current, goTo, onScroll };
}

/** Sections load one by one: keeps what was gone to at the top while they grow, and says when sizes change. */
function useHeldPlace(scroller: RefObject<HTMLElement | null>, held: RefObject<HTMLElement | null>, onResize: () => void): void {
  const resized = useEffectEvent(onResize);
  useEffect(() => {
    const root = scroller.current;
    const content = root?.firstElementChild;
    if (!root || !content) return undefined;
    const watch = new ResizeObserver(() => {
      // The search has the focus outside, and shows its results from the top.
      if (held.current?.isConnected && root.contains(document.activeElement)) held.current.scrollIntoView({ block: 'start' });
      resized();
    });
    watch.observe(content);
    const left = new AbortController();
    for (const type of ['wheel', 'pointerdown', 'touchmove', 'keydown'])
      root.addEventListener(type, () => (held.current = null), { passive: true, signal: left.signal });
    return () => {
      watch.disconnect();
      left.abort();
    };
  }, [scroller, held]);
}

import { type RefObject, type UIEvent, useRef, useState } from 'react';

/** Text within so many pixels of the end is in view. */
const NEAR = 8;

interface ReadToEnd {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void;
  /** A press came before the end was in view. */
  readonly isUnread: boolean;
  /** Whether the end was in view. If not, scrolls on. */
  readonly wasRead: () => boolean;
}

/** A text that scrolls, on which nothing is decided before its end was in view. */
export function useReadToEnd(): ReadToEnd {
  const ref = useRef<HTMLDivElement>(null);
  const sawEnd = useRef(false);
  const [isUnread, setUnread] = useState(false);
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    if (!isAtEnd(currentTarget)) return;
    sawEnd.current = true;
    setUnread(false);
  };
  const wasRead = () => {
    const element = ref.current;
    if (element === null || sawEnd.current || isAtEnd(element)) return true;
    // Some of what was in view stays, so that no line is passed over.
    element.scrollBy({ top: element.clientHeight * 0.8 });
    setUnread(true);
    return false;
  };
  return { ref, onScroll, isUnread, wasRead };
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: Element): boolean {
  return scrollTop + clientHeight >= scrollHeight - NEAR;
}

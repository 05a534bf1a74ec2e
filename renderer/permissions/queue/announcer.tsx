import { useEffect, useRef, useState } from 'react';
import { type AskGroup, isHighRisk } from './ask-groups.ts';
import { useWaitingElsewhere, useWaitingHere } from '../../store/waiting-counts.ts';
import { announcement } from '../ask-words.ts';

const NOTHING = { polite: '', assertive: '' };

/** Announces new requests to screen readers: politely, or assertively for destructive ones. */
export function Announcer({ groups }: { readonly groups: readonly AskGroup[] }) {
  const known = useRef(new Set<string>());
  const [announced, setAnnounced] = useState(NOTHING);
  useEffect(() => {
    const fresh = groups.filter((group) => !known.current.has(group.key));
    known.current = new Set(groups.map((group) => group.key));
    // Clear the text when nothing waits, so that it isn't read later.
    if (groups.length === 0) setAnnounced(NOTHING);
    if (fresh.length === 0) return;
    const say = (high: boolean) =>
      fresh
        .filter((group) => isHighRisk(group.ask) === high)
        .map(announcement)
        .join('. ');
    setAnnounced({ polite: say(false), assertive: say(true) });
  }, [groups]);
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {announced.polite}
      </div>
      <div className="visually-hidden" role="alert" aria-live="assertive">
        {announced.assertive}
      </div>
    </>
  );
}

/** Prefixes the window's title with the number of all that waits, in other projects too: "(2) Gatehouse". */
export function useTitleCount(sessionId: string): void {
  const count = useWaitingHere(sessionId).waiting + useWaitingElsewhere();
  useEffect(() => {
    if (count === 0) return undefined;
    document.title = `(${count}) ${document.title}`;
    // What stands behind the number may be another session's name by then.
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '');
    };
  }, [count]);
}

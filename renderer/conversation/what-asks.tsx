import { CircleCheck, CircleSlash, Hand } from 'lucide-react';
import { useEffect } from 'react';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { savePreferences, showPane } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { MODE_WORDS } from '../ui/words.ts';
import { words } from './what-asks-words.ts';
import styles from './what-asks.module.css';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The last of the first steps: what runs by itself, what asks and what is denied, in this folder and mode. */
export function WhatAsks({ sessionId }: { readonly sessionId: string }) {
  const mode = useSession(sessionId, (view) => view.mode) ?? 'default';
  const waitsForTrust = useWindow(({ project }) => project?.trusted === false && project.untrustedItems.length > 0);
  const done = () => void savePreferences({ introduced: true });
  useEffect(
    () => () => {
      // The first message ends the first steps too.
      if ((useWindow.getState().sessions[sessionId]?.view.items.length ?? 0) > 0) void savePreferences({ introduced: true });
    },
    [sessionId],
  );
  return (
    <section className={styles.card} aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      <ul className={styles.list}>
        <li data-kind="runs">
          <CircleCheck {...icon} />
          <span>
            <strong>{words.runs}</strong> {words.runsDetail}
          </span>
        </li>
        <li data-kind="asks">
          <Hand {...icon} />
          <span>
            <strong>{words.asks}</strong> {words.asksDetail}
          </span>
        </li>
        <li data-kind="denied">
          <CircleSlash {...icon} />
          <span>
            <strong>{words.denied}</strong> {words.deniedDetail}
          </span>
        </li>
      </ul>
      <p className={styles.note}>
        {words.mode(MODE_WORDS[mode].name)} {words.secrets}
        {waitsForTrust && ` ${words.untrusted}`}
      </p>
      <div className={styles.actions}>
        <Button size="small" variant="primary" onClick={done}>
          {words.done}
        </Button>
        <Button size="small" variant="quiet" onClick={() => showPane('rules')}>
          {words.rules}
        </Button>
      </div>
    </section>
  );
}

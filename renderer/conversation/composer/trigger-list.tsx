import { KeyRound, X } from 'lucide-react';
import { useState } from 'react';
import type { Trigger } from '#shared/session/view.ts';
import { useSession } from '../../store/selectors.ts';
import { newTriggerKey, removeTrigger } from '../../store/session-actions.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from './later-words.ts';
import styles from './queued-messages.module.css';
import { TriggerKeyDialog, type MadeKey } from './trigger-key-dialog.tsx';

const NONE: readonly Trigger[] = [];

/** The agent's triggers. Only here can a key be made for a webhook. */
export function TriggerList({ sessionId }: { readonly sessionId: string }) {
  const triggers = useSession(sessionId, (view) => view.triggers) ?? NONE;
  const [made, setMade] = useState<MadeKey | null>(null);
  const makeKey = async (trigger: Trigger) => {
    const key = await newTriggerKey(sessionId, trigger.triggerId);
    if (key) setMade({ ...key, trigger });
  };
  if (triggers.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label={words.triggers}>
        {triggers.map((trigger) => (
          <li key={trigger.triggerId} className={styles.message}>
            <span className={styles.label}>{trigger.webhook ? words.webhook : words.trigger}</span>
            <span className={styles.text} title={trigger.prompt}>
              <VisibleText text={trigger.name} />
            </span>
            {!trigger.enabled && <span className={styles.label}>{words.triggerOff}</span>}
            {trigger.webhook && (
              <IconButton
                label={trigger.keyDigest === null ? words.makeKey : words.makeNewKey}
                size="small"
                icon={<KeyRound size={14} strokeWidth={1.5} />}
                onClick={() => void makeKey(trigger)}
              />
            )}
            <IconButton
              label={words.removeTrigger}
              size="small"
              icon={<X size={14} strokeWidth={1.5} />}
              onClick={() => void removeTrigger(sessionId, trigger.triggerId)}
            />
          </li>
        ))}
      </ul>
      {made !== null && <TriggerKeyDialog made={made} onClose={() => setMade(null)} />}
    </>
  );
}

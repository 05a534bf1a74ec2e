import { useState } from 'react';
import { useWindow } from '../store/app-store.ts';
import { setAway, useAwaySettings } from './use-away.ts';
import { playTone } from './away-tone.ts';
import { words } from './words.ts';
import styles from './away-form.module.css';

/** Settings for how requests get attention while the window isn't focused. */
export function AwayForm() {
  const desktop = useWindow((state) => state.app?.host === 'electron');
  const { notify, commands, sound } = useAwaySettings();
  const [refused, setRefused] = useState(false);
  const shows = notify ?? desktop;
  const changeNotify = async (wanted: boolean) => {
    setRefused(false);
    if (!wanted || desktop) return setAway({ notify: wanted });
    const permission = typeof Notification === 'undefined' ? 'denied' : await Notification.requestPermission();
    setAway({ notify: permission === 'granted' });
    setRefused(permission !== 'granted');
  };
  return (
    <div className={styles.form}>
      <label>
        <input type="checkbox" checked={shows} onChange={(event) => void changeNotify(event.target.checked)} />
        {words.showANotification}
      </label>
      <p className={styles.hint}>{words.notificationHint}</p>
      {refused && (
        <p className={styles.refused} role="alert">
          {words.notAllowedByBrowser}
        </p>
      )}
      {desktop && (
        <>
          <label>
            <input type="checkbox" checked={commands} disabled={!shows} onChange={(event) => setAway({ commands: event.target.checked })} />
            {words.showCommands}
          </label>
          <p className={styles.hint}>{words.showCommandsHint}</p>
        </>
      )}
      <label>
        <input
          type="checkbox"
          checked={sound}
          onChange={(event) => {
            setAway({ sound: event.target.checked });
            if (event.target.checked) playTone();
          }}
        />
        {words.playAShortSound}
      </label>
    </div>
  );
}

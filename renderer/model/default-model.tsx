import { useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';
import styles from './model-popover.module.css';

type From = keyof typeof words.from;

/** The model of new sessions and where it is set. `current`, the session's own model, can be made the default. */
export function DefaultModel({ current }: { readonly current: string | undefined }) {
  const projectDir = useWindow((state) => state.project?.projectDir);
  const access = useWindow((state) => state.app?.access);
  const [set, setSet] = useState<{ readonly model: string; readonly from: From } | null>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let now = true;
    if (projectDir === undefined) return undefined;
    call('settings.list', { projectDir }).then(
      ({ values }) => {
        const first = values['model']?.find(({ ignored }) => !ignored);
        if (now) setSet(typeof first?.value === 'string' && isFrom(first.source) ? { model: first.value, from: first.source } : null);
      },
      // The settings pane reports that they can't be read.
      () => now && setSet(null),
    );
    return () => {
      now = false;
    };
  }, [projectDir, round]);
  if (set === undefined || !access || projectDir === undefined) return null;
  const isEntered = access.modelSource !== 'none';
  const model = isEntered ? access.model : (set?.model ?? access.model);
  const from: From = isEntered ? access.modelSource : (set?.from ?? 'none');
  const save = async () => {
    if (current === undefined) return;
    const saved = await attempt(words.notSaved, call('settings.set', { projectDir, key: 'model', value: current, destination: 'user' }));
    if (!saved) return;
    // A model entered for this run would take precedence.
    if (access.modelSource === 'entered') await attempt(words.notReset, call('app.setAccess', { model: '' }));
    showToast({ title: words.saved(current) });
    setRound((count) => count + 1);
  };
  return (
    <section aria-label={words.newSessions} className={styles.default}>
      <p className={styles.note}>
        {words.default(model, words.from[from])} {model === current && words.isDefault}
      </p>
      {current !== undefined && current !== '' && model !== current && (
        <Button size="small" onClick={() => void save()}>
          {words.setDefault(current)}
        </Button>
      )}
    </section>
  );
}

function isFrom(source: string): source is From {
  return Object.hasOwn(words.from, source);
}

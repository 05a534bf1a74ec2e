import { useState } from 'react';
import type { ModelAccess } from '#shared/contract/project.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';
import styles from './access-form.module.css';

export interface AccessFormProps {
  readonly focus?: 'key' | 'server' | undefined;
  readonly onSaved?: (() => void) | undefined;
}

/** Key, server and model, for this run of the app or also for later ones. The key is sent to main and never returned. */
export function AccessForm({ focus, onSaved }: AccessFormProps) {
  const access = useWindow((state) => state.app?.access);
  return access ? <Form access={access} focus={focus} onSaved={onSaved} /> : null;
}

function Form({ access, focus, onSaved }: AccessFormProps & { readonly access: ModelAccess }) {
  const [apiKey, setApiKey] = useState('');
  const [baseUrl, setBaseUrl] = useState(access.baseUrl ?? '');
  const [model, setModel] = useState(access.model);
  const [error, setError] = useState<string | undefined>();
  const [remember, setRemember] = useState(access.isRemembered || access.storage === 'keychain');
  const [saved, setSaved] = useState(false);

  const urlError = baseUrl.trim() === '' || /^https?:$/.test(URL.parse(baseUrl.trim())?.protocol ?? '') ? undefined : words.urlInvalid;
  const change = {
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
    ...(baseUrl.trim() !== (access.baseUrl ?? '') && { baseUrl: baseUrl.trim() }),
    ...(model.trim() !== access.model && { model: model.trim() }),
  };
  const remembers = remember && access.storage !== 'none';
  const isEntered = access.source === 'entered' || 'apiKey' in change || 'baseUrl' in change;
  const changed = Object.keys(change).length > 0 || (access.source === 'entered' && remembers !== access.isRemembered);

  const save = async () => {
    if (!changed || urlError !== undefined) return;
    try {
      const next = await call('app.setAccess', { ...change, ...(isEntered && { remember: remembers }) });
      if (change.model !== undefined) await changeSessionModel(next.model);
      useWindow.setState((state) => (state.app ? { app: { ...state.app, access: next } } : state));
      setApiKey('');
      setBaseUrl(next.baseUrl ?? '');
      setModel(next.model);
      setError(undefined);
      setSaved(true);
      onSaved?.();
      if (change.apiKey !== undefined || change.baseUrl !== undefined) void checkConnection();
    } catch (cause) {
      setError(errorMessage(cause));
    }
  };

  return (
    <form
      className={styles.form}
      onChange={() => setSaved(false)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={words.apiKey}
        type="password"
        autoComplete="off"
        spellCheck={false}
        mono
        autoFocus={focus === 'key'}
        value={apiKey}
        hint={access.source === 'entered' ? words.enteredKey[access.isRemembered ? access.storage : 'none'] : words.keyHints[access.source]}
        placeholder={access.source === 'none' ? words.exampleKey : '••••••••'}
        onChange={(event) => setApiKey(event.target.value)}
      />
      <TextField
        label={words.server}
        type="text"
        inputMode="url"
        spellCheck={false}
        mono
        autoFocus={focus === 'server'}
        value={baseUrl}
        error={urlError}
        hint={words.serverHint}
        placeholder={words.exampleServer}
        onChange={(event) => setBaseUrl(event.target.value)}
      />
      <TextField
        label={words.model}
        spellCheck={false}
        mono
        value={model}
        hint={words.modelHint}
        onChange={(event) => setModel(event.target.value)}
      />
      {access.storage !== 'none' && (
        <label className={styles.remember}>
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          <span>
            {words.remember}
            <small>{words.rememberHints[access.storage]}</small>
          </span>
        </label>
      )}
      <div className={styles.end}>
        <Button type="submit" variant="primary" disabled={!changed || urlError !== undefined}>
          {remembers ? words.saveAccess : words.saveForThisRun}
        </Button>
        <span role="status" className={error === undefined ? styles.saved : styles.error}>
          {error ?? (saved ? words.savedAccess : '')}
        </span>
      </div>
    </form>
  );
}

/** Asks the server for its models, which shows whether it can be reached with this key. */
async function checkConnection(): Promise<void> {
  const { app, project } = useWindow.getState();
  // The first steps say it.
  if (app?.preferences.introduced === false && !project) return;
  const models = await call('models.list', {}).catch((cause: unknown) => ({ type: 'failed' as const, why: errorMessage(cause) }));
  if (models.type === 'listed') showToast({ title: words.connected(models.models.length), kind: 'connection' });
  else showToast({ title: words.notConnected, detail: models.why, kind: 'connection' });
}

/** The open session switches to the new model too; a scripted session has none. */
async function changeSessionModel(model: string): Promise<void> {
  const { sessionId, sessions } = useWindow.getState();
  if (sessionId === null || sessions[sessionId]?.view.client !== 'anthropic') return;
  await call('session.setModel', { sessionId, model });
}

interface AccessDialogProps {
  /** The field to focus first. */
  readonly focus: 'key' | 'server';
  readonly onClose: () => void;
}

/** Connects a model by API key or server address. */
export function AccessDialog({ focus, onClose }: AccessDialogProps) {
  return (
    <Dialog open onClose={onClose} title={words.connectAModel}>
      <AccessForm focus={focus} onSaved={onClose} />
    </Dialog>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { ModelAccess } from '#shared/contract/project.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { checkConnection, type ConnectionCheck, failsRequests, reportConnection } from './check-connection.ts';
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
  const { keySource } = access;
  const [apiKey, setApiKey] = useState('');
  const [baseUrl, setBaseUrl] = useState(access.baseUrl ?? '');
  const [model, setModel] = useState(access.model);
  const [error, setError] = useState<string | undefined>();
  const [remember, setRemember] = useState(access.isRemembered || access.storage === 'keychain');
  const [saved, setSaved] = useState(false);
  const [check, setCheck] = useState<ConnectionCheck | 'checking'>();
  const root = useRef<HTMLFormElement>(null);
  const failed = check !== undefined && check !== 'checking' && failsRequests(check) ? check : undefined;
  // The field to correct, once its error is shown.
  useEffect(() => {
    if (failed) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);

  const urlError = baseUrl.trim() === '' || /^https?:$/.test(URL.parse(baseUrl.trim())?.protocol ?? '') ? undefined : words.urlInvalid;
  const change = {
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
    ...(baseUrl.trim() !== (access.baseUrl ?? '') && { baseUrl: baseUrl.trim() }),
    ...(model.trim() !== access.model && { model: model.trim() }),
  };
  const remembers = remember && access.storage !== 'none';
  const isEntered = access.source === 'entered' || 'apiKey' in change || 'baseUrl' in change;
  const changed = Object.keys(change).length > 0 || (access.source === 'entered' && remembers !== access.isRemembered);

  /** A key or address that doesn't work is corrected here; what it was saved as stays. */
  const verify = async () => {
    setCheck('checking');
    const result = await checkConnection();
    const isOpen = root.current !== null;
    setCheck(result);
    if (!isOpen || !failsRequests(result)) reportConnection(result);
    if (!isOpen || failsRequests(result)) return;
    onSaved?.();
  };

  const save = async () => {
    if (!changed || urlError !== undefined || check === 'checking') return;
    try {
      const next = await call('app.setAccess', { ...change, ...(isEntered && { remember: remembers }) });
      if (change.model !== undefined) await changeSessionModel(next.model);
      useWindow.setState((state) => (state.app ? { app: { ...state.app, access: next } } : state));
      setApiKey('');
      setBaseUrl(next.baseUrl ?? '');
      setModel(next.model);
      setError(undefined);
      setSaved(true);
      if (change.apiKey !== undefined || change.baseUrl !== undefined) await verify();
      else onSaved?.();
    } catch (cause) {
      setError(errorMessage(cause));
    }
  };

  return (
    <form
      ref={root}
      className={styles.form}
      onChange={() => {
        setSaved(false);
        if (check !== 'checking') setCheck(undefined);
      }}
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
        error={failed?.cause === 'key' ? failed.why : undefined}
        hint={keySource === 'entered' ? words.enteredKey[access.isRemembered ? access.storage : 'none'] : words.keyHints[keySource]}
        placeholder={keySource === 'none' ? words.exampleKey : '••••••••'}
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
        error={urlError ?? (failed?.cause === 'server' ? failed.why : undefined)}
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
          {remembers ? words.saveAccess : words.saveUntilQuit}
        </Button>
        {failed && !changed && <Button onClick={() => void verify()}>{words.checkAgain}</Button>}
        <span role="status" className={error === undefined ? styles.saved : styles.error}>
          {error ?? (check === 'checking' ? words.checking : failed ? words.savedNotWorking : saved ? words.savedAccess : '')}
        </span>
      </div>
    </form>
  );
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

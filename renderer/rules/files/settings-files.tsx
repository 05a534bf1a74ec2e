import { useState } from 'react';
import { type EditableSettingsFile, editableSettingsFileSchema } from '#shared/contract/commands/settings-commands.ts';
import { useWindow } from '../../store/app-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { DESTINATION_WORDS, words } from '../words.ts';
import { setSettingsDraft, type SettingsDraft, useSettingsDrafts, useSettingsText } from './use-settings-text.ts';
import { SettingsEditor, TextDiff } from './settings-editor.tsx';
import styles from './settings-files.module.css';

/** The settings files as text, one at a time. */
export function SettingsFiles({ first }: { readonly first: EditableSettingsFile }) {
  const [destination, setDestination] = useState<EditableSettingsFile>(first);
  const projectDir = useWindow((state) => state.project?.projectDir) ?? '';
  const draftOf = useSettingsDrafts(projectDir);
  return (
    <div className={styles.files}>
      <div role="tablist" aria-label={words.settingsFiles} className={styles.tabs}>
        {editableSettingsFileSchema.options.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === destination}
            className={styles.tab}
            onClick={() => setDestination(one)}
          >
            {DESTINATION_WORDS[one]}
            {draftOf(one) && (
              <span className={styles.dirty} title={words.notSaved}>
                <span className="visually-hidden">{words.andNotSaved}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <OneFile
        key={destination}
        destination={destination}
        draft={draftOf(destination)}
        onDraft={(draft) => setSettingsDraft(projectDir, destination, draft)}
      />
    </div>
  );
}

interface OneFileProps {
  readonly destination: EditableSettingsFile;
  /** `undefined`: no unsaved edits. */
  readonly draft: SettingsDraft | undefined;
  readonly onDraft: (draft: SettingsDraft | undefined) => void;
}

function OneFile({ destination, draft, onDraft }: OneFileProps) {
  const { state, reload, keepMine, save } = useSettingsText(destination, draft?.base);
  const [reviewing, setReviewing] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [restarts, setRestarts] = useState(0);
  if (state.type === 'loading') return <Skeleton lines={8} label={words.loadingTheFile} />;
  if (state.type === 'error') return <EmptyState title={words.fileUnreadable}>{state.message}</EmptyState>;
  const { file, base, theirs, generation } = state;
  const isJson = draft === undefined || parses(draft.text);
  const discard = () => {
    onDraft(undefined);
    setRestarts(restarts + 1);
  };
  const saveNow = async () => {
    setReviewing(false);
    if (draft && (await save(draft.text))) onDraft(undefined);
  };
  return (
    <div role="tabpanel" aria-label={DESTINATION_WORDS[destination]} className={styles.panel}>
      {theirs && (
        <div className={styles.changed} role="alert">
          <p>
            <strong>{words.theFileWasChanged}</strong> {words.nothingIsLost}
          </p>
          <Button size="small" onClick={() => setComparing(true)}>
            {words.showBoth}
          </Button>
          <Button
            size="small"
            onClick={() => {
              reload();
              onDraft(undefined);
            }}
          >
            {words.takeTheirs}
          </Button>
          <Button
            size="small"
            onClick={() => {
              if (draft) onDraft({ ...draft, base: theirs });
              keepMine();
            }}
          >
            {words.keepMine}
          </Button>
        </div>
      )}
      <SettingsEditor
        key={`${generation} ${restarts}`}
        label={file}
        text={draft?.text ?? base.text}
        onChange={(text) => onDraft(text === base.text ? undefined : { text, base })}
        onSave={() => draft !== undefined && isJson && !theirs && setReviewing(true)}
      />
      <footer className={styles.footer}>
        <code className={styles.path} title={file}>
          {file}
        </code>
        {!isJson && (
          <span className={styles.hint} role="status">
            {words.notValidJsonYet}
          </span>
        )}
        <Button size="small" disabled={draft === undefined} onClick={discard}>
          {words.discard}
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={draft === undefined || theirs !== null || !isJson}
          onClick={() => setReviewing(true)}
        >
          {words.reviewAndSave}
        </Button>
      </footer>
      {reviewing && draft !== undefined && (
        <Dialog
          open
          size="large"
          title={words.saveTheseChanges}
          description={file}
          onClose={() => setReviewing(false)}
          footer={
            <>
              <Button onClick={() => setReviewing(false)}>{words.keepEditing}</Button>
              <Button variant="primary" onClick={() => void saveNow()}>
                {words.saveFile}
              </Button>
            </>
          }
        >
          <TextDiff before={base.text} after={draft.text} label={words.changesToTheFile} />
        </Dialog>
      )}
      {comparing && theirs && (
        <Dialog open size="large" title={words.theirsAndDraft} description={file} onClose={() => setComparing(false)}>
          <TextDiff before={theirs.text} after={draft?.text ?? base.text} label={words.theirsToDraft} />
        </Dialog>
      )}
    </div>
  );
}

/** An empty file is valid, like a missing one. */
function parses(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The answer is that it doesn't parse.
    return false;
  }
}

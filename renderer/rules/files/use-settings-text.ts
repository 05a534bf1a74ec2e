import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { create } from 'zustand';
import type { EditableSettingsFile, SettingsText } from '#shared/contract/commands/settings-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import { attempt } from '../../store/window-actions.ts';
import { words } from '../words.ts';

/** A settings file with unsaved edits. */
export interface SettingsDraft {
  readonly text: string;
  /** The file's content when editing started; it may have changed since. */
  readonly base: SettingsText;
}

type Drafts = Readonly<Record<string, SettingsDraft | undefined>>;

/** Kept while another pane is shown. */
const useDrafts = create<{ readonly drafts: Drafts }>(() => ({ drafts: {} }));

/** The drafts of the settings files that apply to a folder. */
export function useSettingsDrafts(projectDir: string): (destination: EditableSettingsFile) => SettingsDraft | undefined {
  const drafts = useDrafts((state) => state.drafts);
  return (destination) => drafts[keyOf(projectDir, destination)];
}

export function setSettingsDraft(projectDir: string, destination: EditableSettingsFile, draft: SettingsDraft | undefined): void {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [keyOf(projectDir, destination)]: draft } }));
}

/** The user's own file is the same in every folder. */
function keyOf(projectDir: string, destination: EditableSettingsFile): string {
  return destination === 'user' ? destination : `${destination} ${projectDir}`;
}

export type SettingsFileState =
  | { readonly type: 'loading' }
  | { readonly type: 'error'; readonly message: string }
  | {
      readonly type: 'ready';
      readonly file: string;
      /** The text that editing started from. */
      readonly base: SettingsText;
      /** The file's current content, if it differs. */
      readonly theirs: SettingsText | null;
      /** Incremented to reset the editor. */
      readonly generation: number;
    };

/** A settings file, watched while it is edited. `edited`: the base of its draft, if there is one. */
export function useSettingsText(destination: EditableSettingsFile, edited: SettingsText | undefined) {
  const projectDir = useWindow((state) => state.project?.projectDir) ?? '';
  const version = useWindow((state) => state.rulesVersion);
  const [state, setState] = useState<SettingsFileState>({ type: 'loading' });
  const follow = useEffectEvent((file: string, found: SettingsText) => setState((before) => followed(before, file, found, edited)));

  useEffect(() => {
    let current = true;
    call('settings.read', { projectDir, place: destination }).then(
      ({ file, ...found }) => current && follow(file, found),
      (cause: unknown) => current && setState({ type: 'error', message: errorMessage(cause) }),
    );
    return () => {
      current = false;
    };
  }, [projectDir, destination, version]);

  /** Loads the file's current content and discards the draft. */
  const reload = useCallback(
    () =>
      setState((before) =>
        before.type === 'ready'
          ? { ...before, base: before.theirs ?? before.base, theirs: null, generation: before.generation + 1 }
          : before,
      ),
    [],
  );
  /** Keeps the draft, based on the file's current content. */
  const keepMine = useCallback(
    () => setState((before) => (before.type === 'ready' ? { ...before, base: before.theirs ?? before.base, theirs: null } : before)),
    [],
  );
  /** Resolves to whether it was saved. */
  const save = async (text: string): Promise<boolean> => {
    if (state.type !== 'ready') return false;
    const answer = await attempt(
      words.fileNotSaved,
      call('settings.save', { projectDir, place: destination, text, basedOn: state.base.digest }),
    );
    if (!answer) return false;
    const found = { text: answer.text, digest: answer.digest };
    setState({ ...state, ...(answer.outcome === 'saved' ? { base: found, theirs: null } : { theirs: found }) });
    return answer.outcome === 'saved';
  };
  return { state, reload, keepMine, save };
}

function followed(before: SettingsFileState, file: string, found: SettingsText, edited: SettingsText | undefined): SettingsFileState {
  const known = before.type === 'ready' && before.file === file ? before : undefined;
  const base = edited ?? known?.base;
  const generation = known?.generation ?? 0;
  if (!base || base.digest === found.digest) return { type: 'ready', file, base: base ?? found, theirs: null, generation };
  if (edited) return { type: 'ready', file, base, theirs: found, generation };
  return { type: 'ready', file, base: found, theirs: null, generation: generation + 1 };
}

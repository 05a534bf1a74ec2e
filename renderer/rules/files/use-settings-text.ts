import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { EditableSettingsFile, SettingsText } from '#shared/contract/editable-settings.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import { attempt } from '../../store/window-actions.ts';

export type SettingsFileState =
  | { readonly type: 'loading' }
  | { readonly type: 'error'; readonly message: string }
  | {
      readonly type: 'ready';
      readonly file: string;
      /** What the editor started from. */
      readonly base: SettingsText;
      /** What stands in the file now, when that is something else. */
      readonly theirs: SettingsText | null;
      /** Counted up when the editor starts anew. */
      readonly generation: number;
    };

/** A settings file, followed while it is edited. `edited`: what the draft of it began from, where there is one. */
export function useSettingsText(place: EditableSettingsFile, edited: SettingsText | undefined) {
  const projectDir = useWindow((state) => state.project?.projectDir) ?? '';
  const version = useWindow((state) => state.rulesVersion);
  const [state, setState] = useState<SettingsFileState>({ type: 'loading' });
  const follow = useEffectEvent((file: string, found: SettingsText) => setState((before) => followed(before, file, found, edited)));

  useEffect(() => {
    let current = true;
    call('settings.read', { projectDir, place }).then(
      ({ file, ...found }) => current && follow(file, found),
      (cause: unknown) => current && setState({ type: 'error', message: cause instanceof Error ? cause.message : String(cause) }),
    );
    return () => {
      current = false;
    };
  }, [projectDir, place, version]);

  /** Takes what stands in the file now; the draft is gone. */
  const reload = useCallback(
    () =>
      setState((before) =>
        before.type === 'ready'
          ? { ...before, base: before.theirs ?? before.base, theirs: null, generation: before.generation + 1 }
          : before,
      ),
    [],
  );
  /** Goes on with the draft, on top of what stands in the file now. */
  const keepMine = useCallback(
    () => setState((before) => (before.type === 'ready' ? { ...before, base: before.theirs ?? before.base, theirs: null } : before)),
    [],
  );
  /** Resolves to whether it was saved. */
  const save = async (text: string): Promise<boolean> => {
    if (state.type !== 'ready') return false;
    const answer = await attempt('The file was not saved', call('settings.save', { projectDir, place, text, basedOn: state.base.digest }));
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

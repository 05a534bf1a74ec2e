import { create } from 'zustand';
import type { EditableSettingsFile, SettingsText } from '#shared/contract/editable-settings.ts';

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
export function useSettingsDrafts(projectDir: string): (place: EditableSettingsFile) => SettingsDraft | undefined {
  const drafts = useDrafts((state) => state.drafts);
  return (place) => drafts[keyOf(projectDir, place)];
}

export function setSettingsDraft(projectDir: string, place: EditableSettingsFile, draft: SettingsDraft | undefined): void {
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [keyOf(projectDir, place)]: draft } }));
}

/** The user's own file is the same in every folder. */
function keyOf(projectDir: string, place: EditableSettingsFile): string {
  return place === 'user' ? place : `${place} ${projectDir}`;
}

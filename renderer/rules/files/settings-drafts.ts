import { create } from 'zustand';
import type { EditableSettingsFile, SettingsText } from '#shared/contract/editable-settings.ts';

/** A settings file that was edited and isn't saved yet. */
export interface SettingsDraft {
  readonly text: string;
  /** What the file held when the editing began: what is in it now may be another's. */
  readonly base: SettingsText;
}

type Drafts = Readonly<Record<string, SettingsDraft | undefined>>;

/** They outlive the pane, so that looking something up elsewhere loses nothing. */
const useDrafts = create<{ readonly drafts: Drafts }>(() => ({ drafts: {} }));

/** The drafts of the files that a folder's rules come from. */
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

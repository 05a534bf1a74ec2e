import { create } from 'zustand';
import { storedList, storeList } from './stored-list.ts';

const KEY = 'gatehouse.foldedProjects';

/** Folders of projects whose sessions are folded in this window's session list. */
export const useFoldedProjects = create<readonly string[]>(() => storedList(KEY, (entry) => typeof entry === 'string'));

export function foldProject(projectDir: string, folded: boolean): void {
  const others = useFoldedProjects.getState().filter((one) => one !== projectDir);
  const list = folded ? [...others, projectDir] : others;
  useFoldedProjects.setState(list, true);
  storeList(KEY, list);
}

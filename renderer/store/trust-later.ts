import type { Project } from '#shared/contract/project.ts';
import { storedList, storeList } from './stored-list.ts';

/** Folders that this window opened without trusting, each with what it configured then, as JSON. What is new since is asked about. */
const KEY = 'gatehouse.openedWithoutTrust';

let entries: readonly string[] | undefined;

/** Whether the person chose to open the folder as it is now without trusting it, also before the window was loaded again. */
export function isTrustLater(project: Project): boolean {
  return known().includes(entryOf(project));
}

export function rememberTrustLater(project: Project): void {
  store([...without(project), entryOf(project)]);
}

export function forgetTrustLater(project: Project): void {
  store(without(project));
}

function without({ projectDir }: Project): readonly string[] {
  const start = JSON.stringify([projectDir]).slice(0, -1);
  return known().filter((entry) => !entry.startsWith(`${start},`) && entry !== `${start}]`);
}

function entryOf({ projectDir, untrustedItems }: Project): string {
  return JSON.stringify([projectDir, ...untrustedItems.toSorted()]);
}

function known(): readonly string[] {
  entries ??= storedList(KEY, (entry) => typeof entry === 'string');
  return entries;
}

function store(list: readonly string[]): void {
  entries = list;
  storeList(KEY, list);
}

/** A list that this window stored before it was loaded again, without the entries that are no such; empty where storage is disabled or damaged. */
export function storedList<Entry>(key: string, isEntry: (value: unknown) => value is Entry): readonly Entry[] {
  try {
    // Tests have no storage.
    const text = typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(key);
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    // Storage is disabled or damaged: nothing was stored before.
    return [];
  }
}

/** Stores a list until this window is closed. It isn't shared with other windows. */
export function storeList(key: string, list: readonly unknown[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Storage is full or disabled: the list is remembered until the window is loaded again.
  }
}

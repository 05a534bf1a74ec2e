/** `read` with its results cached for one turn of the event loop, for what may change on disk between turns. */
export function keptForOneTurn<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, { readonly value: V }>();
  return (key) => {
    const kept = known.get(key);
    if (kept) return kept.value;
    if (known.size === 0) setImmediate(() => known.clear());
    const value = read(key);
    known.set(key, { value });
    return value;
  };
}

import type { ChangedFile } from '#shared/contract/changes.ts';

export type Difference = Pick<ChangedFile, 'path' | 'change' | 'from' | 'version' | 'added' | 'removed'>;

const GONE = '000000';
const SUBMODULE = '160000';

/** Reads `git diff-index --raw --numstat -z -M --no-abbrev`: first all files with their modes and ids, then all with their lines. */
export function parseDifferences(output: string): readonly Difference[] {
  const fields = output.split('\0');
  const files = new Map<string, Difference>();
  for (let at = 0; at < fields.length;) {
    const field = fields[at] ?? '';
    const raw = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/u.exec(field);
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.*)$/su.exec(field) ?? [];
    if (raw) {
      const isRename = raw[5] === 'R';
      const [first = '', second = ''] = fields.slice(at + 1, at + 3);
      const name = isRename ? second : first;
      if (raw[1] !== SUBMODULE && raw[2] !== SUBMODULE) files.set(name, describe(raw, name, isRename ? first : null));
      at += isRename ? 3 : 2;
    } else {
      const isRename = path === '';
      const name = isRename ? fields[at + 2] : path;
      const file = name === undefined ? undefined : files.get(name);
      if (file && added !== '-') files.set(file.path, { ...file, added: Number(added), removed: Number(removed) });
      at += isRename ? 3 : 1;
    }
  }
  return [...files.values()];
}

function describe([, oldMode, newMode, oldId, newId]: readonly string[], path: string, from: string | null): Difference {
  const isSame = oldId === newId;
  const isGone = newMode === GONE;
  const change = from !== null ? 'rename' : oldMode === GONE ? 'create' : isGone ? 'delete' : isSame ? 'mode' : 'modify';
  return { path, change, from, version: isGone ? 'gone' : `${newId} ${newMode}`, added: isSame ? 0 : null, removed: isSame ? 0 : null };
}

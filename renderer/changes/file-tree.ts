export interface FolderNode<File> {
  readonly type: 'folder';
  /** From the folder it is in; several names where each holds nothing but the next one. */
  readonly name: string;
  /** From the project folder; empty for the root. */
  readonly path: string;
  readonly children: readonly (FolderNode<File> | FileNode<File>)[];
}

export interface FileNode<File> {
  readonly type: 'file';
  readonly name: string;
  readonly file: File;
}

interface Growing<File> {
  readonly path: string;
  readonly children: Map<string, Growing<File> | FileNode<File>>;
}

/** Files by folder. Folders and files stay in the order in which they come. */
export function fileTree<File extends { readonly path: string }>(files: readonly File[]): FolderNode<File> {
  const root: Growing<File> = { path: '', children: new Map() };
  for (const file of files) {
    const names = file.path.split('/');
    const name = names.pop() ?? '';
    let at = root;
    for (const folder of names) at = folderIn(at, folder);
    at.children.set(name, { type: 'file', name, file });
  }
  return finished('', root);
}

function folderIn<File>({ path, children }: Growing<File>, name: string): Growing<File> {
  // A file that became a folder may be listed beside what is in it.
  const key = `${name}/`;
  const known = children.get(key);
  if (known && 'children' in known) return known;
  const folder: Growing<File> = { path: path === '' ? name : `${path}/${name}`, children: new Map() };
  children.set(key, folder);
  return folder;
}

/** A folder that holds nothing but another one is one with it; the root isn’t. */
function finished<File>(name: string, { path, children }: Growing<File>): FolderNode<File> {
  const done = [...children].map(([key, child]) => ('children' in child ? finished(key.slice(0, -1), child) : child));
  const [only] = done;
  if (path !== '' && done.length === 1 && only?.type === 'folder') return { ...only, name: `${name}/${only.name}` };
  return { type: 'folder', name, path, children: done };
}

import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { isCommitId, packedReferences } from '#main/tool/git/repository-view.ts';

const MAX_REFERENCE_BYTES = 1024;
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_REFERENCES = 20_000;

/** The commits of all branches, tags and remote branches except one. Read from files, since git must not read the configuration. */
export function referencedCommits(commonDir: string, except: string | undefined): string[] {
  const found = new Map(packedReferences(commonDir).map(([id, name]) => [name, id]));
  const visit = (name: string): void => {
    for (const entry of entriesOf(join(commonDir, name))) {
      if (found.size > MAX_REFERENCES) throw new Error('The repository has too many branches and tags.');
      const each = `${name}/${entry.name}`;
      if (entry.isDirectory()) visit(each);
      const read = entry.isFile() ? readBounded(join(commonDir, each), MAX_REFERENCE_BYTES) : undefined;
      if (read?.kind === 'text' && isCommitId(read.text.trim())) found.set(each, read.text.trim());
    }
  };
  visit('refs');
  if (except !== undefined) found.delete(`refs/heads/${except}`);
  return [...new Set(found.values())];
}

export function branchCommit(commonDir: string, branch: string): string | undefined {
  const name = `refs/heads/${branch}`;
  const loose = readBounded(join(commonDir, name), MAX_REFERENCE_BYTES);
  if (loose.kind === 'text') return isCommitId(loose.text.trim()) ? loose.text.trim() : undefined;
  return packedReferences(commonDir).find(([, each]) => each === name)?.[0];
}

/** Creates a branch as git does: a lock file, then a rename. @throws Error if it exists already. */
export function createBranch(commonDir: string, branch: string, commit: string): void {
  const name = `refs/heads/${branch}`;
  const file = join(commonDir, name);
  mkdirSync(dirname(file), { recursive: true });
  locked(file, (lock) => {
    const packed = packedReferences(commonDir).some(([, each]) => each === name || each.startsWith(`${name}/`));
    if (packed || lstatSync(file, { throwIfNoEntry: false }))
      throw new Error(`There is a branch “${branch}” already. Choose another name.`);
    writeFileSync(lock, `${commit}\n`);
    renameSync(lock, file);
  });
}

/** Deletes a branch if it is still at `commit`. */
export function deleteBranch(commonDir: string, branch: string, commit: string): void {
  if (branchCommit(commonDir, branch) !== commit) return;
  const name = `refs/heads/${branch}`;
  const packed = join(commonDir, 'packed-refs');
  if (packedReferences(commonDir).some(([, each]) => each === name)) {
    locked(packed, (lock) => {
      const read = readBounded(packed, MAX_PACKED_BYTES);
      if (read.kind !== 'text') throw new Error('The packed references can’t be read.');
      writeFileSync(lock, withoutReference(read.text, name));
      renameSync(lock, packed);
    });
  }
  locked(join(commonDir, name), () => rmSync(join(commonDir, name), { force: true }));
  rmSync(join(commonDir, 'logs', name), { force: true });
}

/** A line that begins with `^` belongs to the previous one. */
function withoutReference(text: string, name: string): string {
  let isOurs = false;
  const kept = text.split('\n').filter((line) => {
    if (!line.startsWith('^')) isOurs = line.endsWith(` ${name}`);
    return !isOurs;
  });
  return kept.join('\n');
}

/** Runs with git's lock on a file. @throws Error if another process holds it. */
function locked(file: string, use: (lock: string) => void): void {
  const lock = `${file}.lock`;
  let handle: number;
  try {
    handle = openSync(lock, 'wx', 0o666);
  } catch (error) {
    throw new Error('Another program is changing the repository’s branches. Try again.', { cause: error });
  }
  try {
    closeSync(handle);
    use(lock);
  } finally {
    rmSync(lock, { force: true });
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // There are no references of that kind.
    return [];
  }
}

import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { GitProgram } from '#main/tool/git/git-program.ts';
import { Git } from './git.ts';
import { commonModes, type CommonModes, commonModesSchema } from '../files/file-entry.ts';

const SETUP_FILE = 'gatehouse.json';

/** Runs no program, is private to the user, and is packed only when we start it. */
const CONFIG = `[core]
	hooksPath = ${devNull.replaceAll('\\', '\\\\')}
	fsmonitor = false
	sharedRepository = 0600
	compression = 1
	fsync = none
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/** The store of a project. Creates it if it is missing, completely or not at all. */
export async function openStoreFolder(program: GitProgram, storeDir: string): Promise<{ git: Git; common: CommonModes }> {
  const git = new Git(program, storeDir);
  const known = await readSetup(storeDir);
  if (known) return { git, common: known };
  await mkdir(dirname(storeDir), { recursive: true, mode: 0o700 });
  const draft = `${storeDir}.new-${randomUUID()}`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await new Git(program, draft).run(['init', '--quiet', '--bare', '--template=', '--object-format=sha1', '--initial-branch=none', draft]);
    await appendFile(join(draft, 'config'), CONFIG);
    const common = commonModes(process.umask());
    await writeFile(join(draft, SETUP_FILE), JSON.stringify(common), { mode: 0o600 });
    await moveIntoPlace(draft, storeDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return { git, common: (await readSetup(storeDir)) ?? commonModes(process.umask()) };
}

/** Another process may have been faster; its store is then used. */
async function moveIntoPlace(draft: string, storeDir: string): Promise<void> {
  try {
    await rename(draft, storeDir);
  } catch (error) {
    if ((await readSetup(storeDir)) === undefined) throw error;
  }
}

async function readSetup(storeDir: string): Promise<CommonModes | undefined> {
  try {
    return commonModesSchema.parse(JSON.parse(await readFile(join(storeDir, SETUP_FILE), 'utf8')));
  } catch {
    // None yet, or damaged: set up again.
    return undefined;
  }
}

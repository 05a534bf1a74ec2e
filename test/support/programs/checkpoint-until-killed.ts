/** Takes and restores checkpoints of the given folder repeatedly until it is killed. Prints “ready” once it has started. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointStore } from '#main/checkpoints/checkpoint-store.ts';
import { restoreFiles } from '#main/checkpoints/restore/restore-files.ts';
import { diffTrees } from '#main/checkpoints/store/tree-diff.ts';

const [projectDir = '', stateDir = ''] = process.argv.slice(2);
const store = new CheckpointStore({
  projectDir,
  storeDir: join(stateDir, 'checkpoints', 'project'),
  stateDir,
  workTree: () => null,
  env: process.env,
});

const { git, common } = await store.open();
const first = await store.take('session', `first-${process.pid}`, true);
process.stdout.write('ready\n');
for (let round = 0; ; round += 1) {
  for (const name of readdirSync(projectDir)) if (name.endsWith('.txt')) writeFileSync(join(projectDir, name), whole('b'));
  const now = await store.take('session', `${process.pid}-${round}`, true);
  await restoreFiles(store, await diffTrees(git, now.tree, first.tree, common));
}

function whole(letter: string): string {
  return letter.repeat(50_000);
}

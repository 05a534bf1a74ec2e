/**
 * What a checkpoint costs the call that waits for it, in a project of 10 000 files: with nothing changed, beside a bare walk by
 * `lstat`, and after one edit; what the first one costs; and how long the event loop is ever held up meanwhile.
 */
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CheckpointStore } from '#main/checkpoints/checkpoint-store.ts';
import { TempProject } from '../support/temp-project.ts';
import { measure, printTable } from './measure.ts';

const FOLDERS = 200;
const FILES_EACH = 50;

const place = new TempProject();
for (let folder = 0; folder < FOLDERS; folder += 1) {
  for (let file = 0; file < FILES_EACH; file += 1) place.write(`d${folder}/f${file}.ts`, `${'x'.repeat(500)}${folder} ${file}\n`);
}
const makeStore = (name: string): CheckpointStore =>
  new CheckpointStore({
    projectDir: place.projectDir,
    storeDir: join(place.stateDir, name),
    stateDir: place.stateDir,
    workTree: () => null,
    env: process.env,
  });
const store = makeStore('store');
let taken = 0;
const take = (from: CheckpointStore) => from.exclusive(() => from.take('session', `c${(taken += 1)}`, true));

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let fresh = 0;
printTable(`A first checkpoint of ${FOLDERS * FILES_EACH} files`, [
  await measure('everything is read', 2, () => take(makeStore(`fresh-${(fresh += 1)}`))),
]);
await take(store);
const first = delay.max / 1e6;
delay.reset();

const walk = (): void => {
  for (const entry of readdirSync(place.projectDir, { recursive: true, withFileTypes: true })) {
    lstatSync(join(entry.parentPath, entry.name), { bigint: true });
  }
};
const walked = await measure('walk and lstat, nothing else', 10, walk);
delay.reset();
const unchanged = await measure('checkpoint, nothing changed', 10, () => take(store));
const edited = await measure('checkpoint, one file changed', 10, () => {
  writeFileSync(place.path('d7/f7.ts'), `${Math.random()}`);
  return take(store);
});
const later = delay.max / 1e6;
delay.disable();
printTable('A checkpoint after that', [walked, unchanged, edited]);
process.stdout.write(`Event loop held up at most ${first.toFixed(1)} ms by the first, ${later.toFixed(1)} ms by later ones\n\n`);

place[Symbol.dispose]();

/**
 * What a checkpoint costs the call that waits for it, in a project of 10,000 files: with nothing changed (the baseline is an `lstat` walk)
 * and after one edit; the cost of the first one and of listing 2,000 changed files; and how long each uses the engine's thread, in total
 * and at most without a pause.
 */
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CheckpointStore } from '#main/checkpoints/checkpoint-store.ts';
import { CheckpointFixture } from '../support/checkpoint-fixture.ts';
import { measure, printTable } from './measure.ts';
import { printGoals, type GoalRow } from './support/goal-table.ts';
import { longestBlock, threadMs } from './support/longest-block.ts';

const FOLDERS = 200;
const FILES_EACH = 50;
const CHANGED_FOLDERS = 40;
const GOAL_MS = 8;

using place = new CheckpointFixture();
const write = (folders: number, text: string): void => {
  for (let folder = 0; folder < folders; folder += 1) {
    for (let file = 0; file < FILES_EACH; file += 1) place.write(`d${folder}/f${file}.ts`, `${text.repeat(500)}${folder} ${file}\n`);
  }
};
write(FOLDERS, 'x');
let taken = 0;
const take = (store = place.store) => store.exclusive(() => store.take('session', `c${(taken += 1)}`, true));

const walk = (): void => {
  for (const entry of readdirSync(place.projectDir, { recursive: true, withFileTypes: true })) {
    lstatSync(join(entry.parentPath, entry.name), { bigint: true });
  }
};
const change = (): void => writeFileSync(place.path('d7/f7.ts'), `${Math.random()}`);
let stores = 0;
const freshStore = (): CheckpointStore => {
  const storeDir = join(place.stateDir, `fresh-${(stores += 1)}`);
  return new CheckpointStore({ projectDir: place.projectDir, storeDir, stateDir: place.stateDir, workTree: () => null, env: process.env });
};

printTable(`A first checkpoint of ${FOLDERS * FILES_EACH} files`, [await measure('everything is read', 1, () => take(freshStore()))]);
await place.turn(() => write(CHANGED_FOLDERS, 'y'));
printTable('A checkpoint after that', [
  await measure('walk and lstat, nothing else', 10, walk),
  await measure('checkpoint, nothing changed', 10, () => take()),
  await measure('checkpoint, one file changed', 10, () => {
    change();
    return take();
  }),
]);

const floor = await longestBlock(() => sleep(500));
const pauses: GoalRow[] = [];
const costs: string[] = [];
const watch = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const before = threadMs();
  await work();
  costs.push(`  ${name.padEnd(44)} ${(threadMs() - before).toFixed(0).padStart(6)} ms`);
  pauses.push({ name, figure: await longestBlock(work), goal: floor + GOAL_MS, baselines: { 'nothing to do': floor } });
};
await watch('first checkpoint', () => take(freshStore()));
await watch('nothing changed', () => take());
await watch('one file changed', () => {
  change();
  return take();
});
await watch('list of changes', () => place.checkpoints.changes('session'));
process.stdout.write(`Of the engine’s thread\n${costs.join('\n')}\n\n`);
printGoals('Longest stretch of work without a pause, ms', pauses);

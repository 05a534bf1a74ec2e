import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { keptCheckpoints } from '#main/checkpoints/store/refs.ts';
import { tidyAbandoned } from '#main/checkpoints/store/tidy.ts';
import { OpenProject } from '#main/engine/project/open-project.ts';
import { tidyHistory } from '#main/engine/session/tidy-history.ts';
import { SessionFiles } from '#main/session/store.ts';
import { TempProject } from '#test/support/temp-project.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A project with one session, its log and its checkpoint, last used so many days ago; returns its state folder. */
async function project(temp: TempProject, name: string, days: number) {
  const projectDir = join(temp.root, name);
  mkdirSync(projectDir);
  writeFileSync(join(projectDir, 'a.txt'), name);
  const project = new OpenProject({ ...temp, projectDir, env: process.env, demo: false });
  const owned = new SessionFiles(temp.stateDir).create(projectDir);
  const data = { sessionId: owned.sessionId, projectDir, model: 'm', mode: 'default', client: 'anthropic' } as const;
  owned.log.append({ type: 'session.created', data });
  owned.log.close();
  owned.release();
  const { checkpoints: store } = project;
  await store.exclusive(() => store.take(owned.sessionId, 'c1', true));
  const then = new Date(Date.now() - days * DAY);
  utimesSync(join(owned.log.sessionDir, 'events.jsonl'), then, then);
  const kept = async () => [...(await keptCheckpoints((await store.open()).git, owned.sessionId))].filter((id) => id !== '');
  return { project, sessionDir: owned.log.sessionDir, kept };
}

it('removes old sessions of all projects with their checkpoints; keeps audit log and accepted MCP definitions', async () => {
  using temp = new TempProject();
  const [old, now] = [await project(temp, 'old', 40), await project(temp, 'now', 1)];
  mkdirSync(join(temp.homeDir, '.claude'));
  writeFileSync(join(temp.homeDir, '.claude/settings.json'), '{"cleanupPeriodDays": 39}');
  mkdirSync(join(temp.stateDir, 'audit'));
  const stays = [join(temp.stateDir, 'audit', 'one.jsonl'), join(temp.stateDir, 'mcp.json')];
  for (const file of stays) {
    writeFileSync(file, '{}');
    utimesSync(file, new Date(0), new Date(0));
  }
  const stamp = join(temp.stateDir, 'sessions/tidied');
  writeFileSync(stamp, '');
  utimesSync(stamp, new Date(Date.now() - 2 * DAY), new Date(Date.now() - 2 * DAY));
  await tidyHistory(now.project, now.sessionDir, process.env);
  expect([existsSync(old.sessionDir), existsSync(now.sessionDir)]).toEqual([false, true]);
  expect([await old.kept(), await now.kept()]).toEqual([[], ['c1']]);
  expect(stays.filter((file) => existsSync(file))).toEqual(stays);
  await old.project.dispose();
  await now.project.dispose();
});

it('keeps the checkpoint of a session another process just started in an abandoned folder', async () => {
  using temp = new TempProject();
  const started = await project(temp, 'begun', 0);
  const { storeDir } = started.project.checkpoints;
  const sessions = dirname(started.sessionDir);
  await tidyAbandoned(storeDir, sessions, process.env);
  expect(await started.kept()).toEqual(['c1']);
  rmSync(sessions, { recursive: true });
  rmSync(join(storeDir, 'tidied'), { force: true });
  await tidyAbandoned(storeDir, sessions, process.env);
  expect(await started.kept()).toEqual([]);
  await started.project.dispose();
});

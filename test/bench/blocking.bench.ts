/**
 * How long the engine's thread works without a pause on large data: opening a session of 60,000 events, listing 1,000 sessions, listing
 * 10,000 rules, serializing that list, and preparing the rules for the first decision. Counts the thread's CPU time, so that other load
 * changes little. The system counts it in steps of up to 4 ms; the baseline is an idle thread.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepHeapSmall } from '#main/cli/quick-start.ts';
import { stringifying } from '#main/host/web/json-line.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { preparingRules } from '#main/permission/rules/rule-set.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { listingRules } from '#main/settings/rule-list.ts';
import { SessionFiles } from '#main/session/store.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { packingView } from '#shared/session/pack-view.ts';
import { answered, ended, finished, userSaid } from '../support/session-events.ts';
import { longestBlock } from './support/longest-block.ts';
import { printGoals, type GoalRow } from './support/goal-table.ts';

// As the app does after loading.
keepHeapSmall();

const CALLS = 12_000;
const SESSIONS = 1000;
const RULES = 10_000;
const GOAL_MS = 8;
const PROJECT = '/projects/tides';

const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
try {
  const floor = await longestBlock(() => sleep(1000));
  const rows: GoalRow[] = [];
  const watch = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    rows.push({ name, figure: await longestBlock(work), goal: floor + GOAL_MS, baselines: { 'nothing to do': floor } });
  };

  const files = new SessionFiles(stateDir);
  const sessionId = storeSession(files, [userSaid('Read everything'), ...Array.from({ length: CALLS }, (_, index) => call(index)).flat()]);
  await watch('open a session', async () => {
    const owned = await inSlices(files.opening(PROJECT, sessionId));
    if (owned.view) await inSlices(packingView(owned.view));
    owned.log.close();
    owned.release();
  });
  for (let index = 1; index < SESSIONS; index += 1) storeSession(files, [userSaid(`Task ${index}`), ...call(index)]);
  await watch('list sessions, first', () => inSlices(files.listing(PROJECT)));
  await watch('list sessions, again', () => inSlices(files.listing(PROJECT)));

  const settings = settingsOf(stateDir);
  await watch('list rules, first', () => inSlices(listingRules(settings)));
  const output = await inSlices(listingRules(settings));
  await watch('answer with the rules', () => inSlices(stringifying({ id: 1, ok: true, output })));
  const context = (rules: readonly RuleEntry[]) => makePermissionContext({ projectDir: PROJECT, homeDir: '/home/ana', stateDir, rules });
  const first = context(settings.rules);
  await watch('prepare rules, first', () => inSlices(preparingRules(first)));
  const [one, ...others] = settings.rules;
  if (!one) throw new Error('There are no rules');
  const changed = context([{ ...one, text: 'Bash(make *)' }, ...others.map((rule) => ({ ...rule }))]);
  await watch('prepare changed rules', () => inSlices(preparingRules(changed)));
  printGoals(`Longest stretch of work without a pause, ms: ${CALLS * 5} events, ${SESSIONS} sessions, ${RULES} rules`, rows);
} finally {
  rmSync(stateDir, { recursive: true, force: true });
}

function storeSession(files: SessionFiles, events: readonly NewSessionEvent[]): string {
  const owned = files.create(PROJECT);
  const { sessionId, log } = owned;
  log.append({ type: 'session.created', data: { sessionId, projectDir: PROJECT, model: 'm', mode: 'default', client: 'anthropic' } });
  for (const event of events) log.append(event);
  log.close();
  owned.release();
  return sessionId;
}

function call(index: number): NewSessionEvent[] {
  const callId = `toolu_${index}`;
  const requestId = `req_${index}`;
  const input = { file_path: `/project/src/module-${index % 100}/file-${index}.ts` };
  const view = { kind: 'read', title: 'Read', summary: input.file_path } as const;
  return [
    ...answered(requestId, { type: 'tool_use', id: callId, name: 'Read', input }),
    ended(requestId, 'ok'),
    { type: 'call.queued', data: { callId, toolName: 'Read', messageId: requestId, requestId, parallel: false, view } },
    { type: 'call.started', data: { callId } },
    finished(callId, 'text\n'.repeat(50)),
  ];
}

function settingsOf(dir: string) {
  const homeDir = join(dir, 'home');
  mkdirSync(join(homeDir, '.claude'), { recursive: true });
  const text = (index: number): string => (index % 2 === 0 ? `Bash(tool-${index} build *)` : `Read(//data/set-${index}/**)`);
  const permissions = {
    allow: Array.from({ length: RULES / 2 }, (_, index) => text(index)),
    deny: Array.from({ length: RULES / 2 }, (_, index) => text(index + RULES)),
  };
  writeFileSync(join(homeDir, '.claude/settings.json'), JSON.stringify({ permissions }));
  return loadSettings({ projectDir: dir, homeDir, stateDir: dir, managedDir: join(dir, 'managed'), env: {}, cliSettings: {} });
}

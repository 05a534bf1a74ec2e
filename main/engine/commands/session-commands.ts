import { listedPrompts, listedSkills } from '../session/services/session-skills.ts';
import type { Handlers } from '#main/host/engine-port.ts';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError } from '#shared/contract/app-error.ts';
import type { AgentSession } from '#main/agent/session/agent-session.ts';
import pLimit from 'p-limit';
import { resolveFolder } from '#main/settings/settings-paths.ts';
import { sessionOverview } from '../session/session-overview.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import { ripgrepPath } from '#main/tools/ripgrep.ts';
import { chromeTrace } from '../trace/chrome-trace.ts';
import type { sessionCommands as contract } from '#shared/contract/commands/session-commands.ts';
import { searchSessions } from '../search-sessions.ts';
import type { EngineParts } from '../engine-parts.ts';

export function sessionCommands({ files, homeDir, projects, recent, sessions, shown, asking }: EngineParts): Handlers<typeof contract> {
  // One at a time: lists are answered in the order they were requested, so that a stale one never comes last.
  const oneAtATime = pLimit(1);
  /** A session whose folder exists, so it can run. */
  const atWork = async (sessionId: string): Promise<AgentSession> => {
    const { session } = await sessions.get(sessionId);
    projects.get(session.view.projectDir).requireFolder();
    return session;
  };

  /** A folder that is open or has sessions: what is stored of them can be changed without opening it. */
  const known = (projectDir: string): string => (existsSync(files.folderOf(projectDir)) ? projectDir : projects.get(projectDir).projectDir);

  return {
    'session.list': async ({ projectDir }) => ({
      sessions: await oneAtATime(() => inSlices(files.listing(projects.get(projectDir).projectDir))),
    }),
    'session.overview': async () => ({
      projects: await oneAtATime(async () =>
        sessionOverview({
          files,
          projectDirs: [...projects.dirs, ...(await inSlices(files.listingProjects()))],
          openedAt: new Map(recent.list().map(({ projectDir, openedAt }) => [projectDir, openedAt])),
          views: await sessions.views(),
          ended: sessions.released,
          asking,
        }),
      ),
    }),
    'session.search': async ({ projectDir, query }) => {
      const { sessions: found, incomplete } = await searchSessions({
        ripgrepPath,
        folder: files.folderOf(projects.get(projectDir).projectDir),
        query,
      });
      return { sessions: [...found], incomplete };
    },
    'session.rename': async ({ projectDir, sessionId, title }) => {
      await sessions.rename(known(projectDir), sessionId, title);
      return {};
    },
    'session.archive': async ({ projectDir, sessionId, archived }) => {
      if (archived) await sessions.atRest(sessionId);
      files.archive(known(projectDir), sessionId, archived);
      return {};
    },
    'session.delete': async ({ projectDir, sessionId }) => {
      await sessions.delete(known(projectDir), sessionId);
      await projects.dropCheckpoints(projectDir, sessionId);
      return {};
    },
    'session.create': async ({ projectDir }) => {
      const project = projects.get(projectDir);
      project.requireFolder();
      const { sessionId } = await sessions.create(project, 'anthropic');
      return { sessionId };
    },
    'session.open': async ({ projectDir, sessionId }) => {
      const snapshot = await sessions.snapshot(projects.get(projectDir), sessionId);
      await shown(sessionId);
      return { ...snapshot, asking: asking.callsOf(sessionId) };
    },
    'session.send': async ({ sessionId, text, extras, now }) => {
      const session = await atWork(sessionId);
      files.archive(session.view.projectDir, sessionId, false);
      return session.send(text, { now, extras });
    },
    'session.sendQueued': async ({ sessionId, messageId }) => {
      const session = await atWork(sessionId);
      files.archive(session.view.projectDir, sessionId, false);
      session.sendQueued(messageId);
      return {};
    },
    'session.files': async ({ sessionId, query }) => (await sessions.get(sessionId)).files.find(query),
    'session.resources': async ({ sessionId, query }) => ({ resources: await (await sessions.get(sessionId)).resources.find(query) }),
    'session.skills': async ({ sessionId }) => {
      const { skills, session } = await sessions.get(sessionId);
      return { skills: [...listedSkills(skills), ...listedPrompts(session.prompts)] };
    },
    'session.statusLine': async ({ sessionId }) => ({ text: await (await sessions.get(sessionId)).statusLine.read() }),
    'session.unschedule': async ({ sessionId, scheduleId }) => {
      (await sessions.get(sessionId)).session.removeSchedule(scheduleId);
      return {};
    },
    'session.unqueue': async ({ sessionId, messageId }) => {
      (await sessions.get(sessionId)).session.unqueue(messageId);
      return {};
    },
    'session.interrupt': async ({ sessionId }) => {
      (await sessions.get(sessionId)).session.interrupt();
      return {};
    },
    'session.retry': async ({ sessionId }) => {
      (await atWork(sessionId)).retry();
      return {};
    },
    'session.compact': async ({ sessionId, instructions }) => {
      (await sessions.get(sessionId)).session.compact(instructions);
      return {};
    },
    'session.context': async ({ sessionId }) => (await sessions.get(sessionId)).session.contextUsage,
    'session.rewind': async ({ sessionId, messageId }) => (await sessions.get(sessionId)).session.rewind(messageId),
    'session.fork': ({ projectDir, sessionId, messageId }) => sessions.fork(projects.get(projectDir), sessionId, messageId),
    'session.modes': async ({ sessionId }) => {
      const why = (await sessions.get(sessionId)).autoRefusal();
      return { unavailable: why === undefined ? [] : [{ mode: 'auto', why }] };
    },
    'session.setMode': async ({ sessionId, mode }) => {
      (await sessions.get(sessionId)).session.choices.setMode(mode);
      return {};
    },
    'session.setDirectory': async ({ sessionId, change, path }) => {
      const { session } = await sessions.get(sessionId);
      const folder = resolveFolder(path, session.view.projectDir, homeDir);
      if (change === 'add' && !(await isFolder(folder))) throw new AppError('invalid_input', `There is no folder ${folder}.`);
      session.choices.setDirectory(change, folder);
      return {};
    },
    'session.setModel': async ({ sessionId, model }) => {
      (await sessions.get(sessionId)).session.choices.setModel(model);
      return {};
    },
    'session.setEffort': async ({ sessionId, effort }) => {
      (await sessions.get(sessionId)).session.choices.setEffort(effort);
      return {};
    },
    'session.setBudget': async ({ sessionId, usd }) => {
      (await sessions.get(sessionId)).session.choices.setBudget(usd);
      return {};
    },
    'session.exportTrace': async ({ sessionId, texts }) => {
      const { view, log } = (await sessions.get(sessionId)).session;
      const text = await chromeTrace({ view, events: log.events, now: Math.max(Date.now(), view.updatedAt), texts });
      return { type: 'text', fileName: `gatehouse-${sessionId}.trace.json`, text };
    },
  };
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

import { stat } from 'node:fs/promises';
import { AppError } from '#shared/contract/app-error.ts';
import type { AgentSession } from '#main/agent/session/agent-session.ts';
import { rgPath } from '@vscode/ripgrep';
import pLimit from 'p-limit';
import { resolveFolder } from '#main/settings/settings-paths.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import { mistakenRule } from '#shared/permission/grammar.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import { searchSessions } from '../search-sessions.ts';
import type { EngineParts } from '../engine-parts.ts';

export function sessionCommands({ files, homeDir, projects, sessions, shown }: EngineParts) {
  // One at a time: lists are answered in the order they were requested, so that a stale one never comes last.
  const oneAtATime = pLimit(1);
  /** A session whose folder exists, so it can run. */
  const atWork = async (sessionId: string): Promise<AgentSession> => {
    const { session } = await sessions.get(sessionId);
    projects.get(session.view.projectDir).requireFolder();
    return session;
  };

  return {
    'session.list': implement(commands['session.list'], async ({ projectDir }) => ({
      sessions: await oneAtATime(() => inSlices(files.listing(projects.get(projectDir).projectDir))),
    })),
    'session.search': implement(commands['session.search'], async ({ projectDir, query }) => {
      const { sessions: found, incomplete } = await searchSessions({
        ripgrepPath: rgPath,
        folder: files.folderOf(projects.get(projectDir).projectDir),
        query,
      });
      return { sessions: [...found], incomplete };
    }),
    'session.rename': implement(commands['session.rename'], async ({ projectDir, sessionId, title }) => {
      await sessions.rename(projects.get(projectDir), sessionId, title);
      return {};
    }),
    'session.delete': implement(commands['session.delete'], async ({ projectDir, sessionId }) => {
      await sessions.delete(projects.get(projectDir), sessionId);
      return {};
    }),
    'session.create': implement(commands['session.create'], async ({ projectDir }) => {
      const project = projects.get(projectDir);
      project.requireFolder();
      const { sessionId } = await sessions.create(project, 'anthropic');
      return { sessionId };
    }),
    'session.open': implement(commands['session.open'], async ({ projectDir, sessionId }) => {
      const snapshot = await sessions.snapshot(projects.get(projectDir), sessionId);
      await shown(sessionId);
      return snapshot;
    }),
    'session.send': implement(commands['session.send'], async ({ sessionId, text, extras, now }) =>
      (await atWork(sessionId)).send(text, { now, extras }),
    ),
    'session.files': implement(commands['session.files'], async ({ sessionId, query }) =>
      (await sessions.get(sessionId)).files.find(query),
    ),
    'session.unqueue': implement(commands['session.unqueue'], async ({ sessionId, messageId }) => {
      (await sessions.get(sessionId)).session.unqueue(messageId);
      return {};
    }),
    'session.interrupt': implement(commands['session.interrupt'], async ({ sessionId }) => {
      (await sessions.get(sessionId)).session.interrupt();
      return {};
    }),
    'session.retry': implement(commands['session.retry'], async ({ sessionId }) => {
      (await atWork(sessionId)).retry();
      return {};
    }),
    'session.compact': implement(commands['session.compact'], async ({ sessionId, instructions }) => {
      (await sessions.get(sessionId)).session.compact(instructions);
      return {};
    }),
    'session.context': implement(
      commands['session.context'],
      async ({ sessionId }) => (await sessions.get(sessionId)).session.contextUsage,
    ),
    'session.rewind': implement(commands['session.rewind'], async ({ sessionId, messageId }) =>
      (await sessions.get(sessionId)).session.rewind(messageId),
    ),
    'session.fork': implement(commands['session.fork'], ({ projectDir, sessionId, messageId }) =>
      sessions.fork(projects.get(projectDir), sessionId, messageId),
    ),
    'session.modes': implement(commands['session.modes'], async ({ sessionId }) => {
      const why = (await sessions.get(sessionId)).autoRefusal();
      return { unavailable: why === undefined ? [] : [{ mode: 'auto' as const, why }] };
    }),
    'session.setMode': implement(commands['session.setMode'], async ({ sessionId, mode }) => {
      (await sessions.get(sessionId)).session.choices.setMode(mode);
      return {};
    }),
    'session.setDirectory': implement(commands['session.setDirectory'], async ({ sessionId, change, path }) => {
      const { session } = await sessions.get(sessionId);
      const folder = resolveFolder(path, session.view.projectDir, homeDir);
      if (change === 'add' && !(await isFolder(folder))) throw new AppError('invalid_input', `There is no folder ${folder}.`);
      session.choices.setDirectory(change, folder);
      return {};
    }),
    'session.setModel': implement(commands['session.setModel'], async ({ sessionId, model }) => {
      (await sessions.get(sessionId)).session.choices.setModel(model);
      return {};
    }),
    'session.setBudget': implement(commands['session.setBudget'], async ({ sessionId, usd }) => {
      (await sessions.get(sessionId)).session.choices.setBudget(usd);
      return {};
    }),
    'permission.answer': implement(commands['permission.answer'], async ({ sessionId, askId, digest, answer }) => {
      const { session } = await sessions.get(sessionId);
      const mistaken = answer.type === 'allow_always' ? mistakenRule(answer.rules, 'allow') : undefined;
      if (mistaken) throw new AppError('invalid_input', `${mistaken.text}: ${mistaken.why}`);
      const refusal = answer.type === 'allow_edited' ? await session.asked(askId)?.refusal(answer.input) : undefined;
      if (refusal !== undefined) throw new AppError('invalid_input', refusal);
      return { outcome: session.answer(askId, digest, answer) };
    }),
    'asks.list': implement(commands['asks.list'], async ({ projectDir }) => ({
      sessions: await sessions.asksOf(projects.get(projectDir)),
    })),
    'permission.input': implement(commands['permission.input'], async ({ sessionId, askId }) => {
      const asked = (await sessions.get(sessionId)).session.asked(askId);
      if (!asked) throw new AppError('not_found', 'This request is settled.');
      return { input: { ...asked.input }, digest: asked.digest };
    }),
  };
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

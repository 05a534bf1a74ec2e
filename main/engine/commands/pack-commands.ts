import type { Handlers } from '#main/host/engine-port.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { packCommands as contract } from '#shared/contract/commands/pack-commands.ts';
import { formatRulePack, parseRulePack } from '#shared/permission/rule-pack.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import type { EngineParts } from '../engine-parts.ts';
import { listPackFiles, readPackFile } from '../rules/pack-files.ts';
import { packRows } from '../rules/pack-rows.ts';
import { contextForDrafts, type DraftContext, entriesOf, withRuleSet } from '../rules/rule-drafts.ts';
import { sessionRuleEntries } from '../session/permission-snapshot.ts';

/** Sets of rules: packs, and replaying a session's calls with them. Nothing here changes a rule. */
export function packCommands({ homeDir, stateDir, files, projects, sessions, backtester }: EngineParts): Handlers<typeof contract> {
  const contextOf = async (projectDir: string, sessionId: string | undefined): Promise<DraftContext> => ({
    project: projects.get(projectDir),
    opened: sessionId === undefined ? undefined : await sessions.get(sessionId),
    homeDir,
    stateDir,
  });
  return {
    'packs.list': ({ projectDir }) => ({ packs: listPackFiles(projects.get(projectDir).projectDir) }),
    'packs.read': async ({ projectDir, sessionId, from, destination }) => {
      const draftContext = await contextOf(projectDir, sessionId);
      const folder = draftContext.project.projectDir;
      const read = from.type === 'repository' ? readPackFile(folder, from.fileName) : parseRulePack(from.text, from.fileName);
      if (!read.ok) throw new AppError('invalid_input', read.message);
      const { name, description } = read.pack;
      return { name, description, rows: packRows(read.pack, draftContext, destination) };
    },
    'packs.backtest': async ({ projectDir, sessionId, set, limit }, { windowId }) => {
      const draftContext = await contextOf(projectDir, sessionId);
      const draft = entriesOf(draftContext, set.rules, set.destination);
      return backtester.backtest(`${windowId} pack`, {
        type: 'backtest',
        sessionsDir: files.folderOf(projectDir),
        limit,
        job: { context: contextForDrafts(draftContext, 'default'), draft, replaces: set.replaces },
      });
    },
    'packs.export': async ({ projectDir, sessionId, sources, name, description }) => {
      const { project, opened } = await contextOf(projectDir, sessionId);
      const settings = project.settings.current();
      const session = sessionRuleEntries(opened?.session.view.sessionRules ?? [], false);
      const chosen = [...settings.rules, ...session].filter(({ source }) => sources.includes(source));
      const rules = RULE_BEHAVIORS.flatMap((behavior) => {
        const texts = chosen.flatMap((rule) => (rule.behavior === behavior ? [rule.text] : []));
        return [...new Set(texts)].map((text) => ({ behavior, text }));
      });
      if (rules.length === 0) throw new AppError('invalid_input', 'There are no rules to export there.');
      return { type: 'text', fileName: `${fileNameOf(name)}.json`, text: formatRulePack({ name, description, rules }) };
    },
    'rules.replay': async ({ projectDir, sessionId, set, mode }, { windowId }) => {
      const draftContext = await contextOf(projectDir, sessionId);
      const inForce = contextForDrafts(draftContext, 'default');
      const context = withRuleSet(inForce, draftContext, set);
      const without = set.instead || set.rules.length === 0 ? undefined : inForce;
      return backtester.replay(windowId, {
        type: 'replay',
        sessionsDir: files.folderOf(projectDir),
        sessionId,
        job: { context, without, mode },
      });
    },
  };
}

function fileNameOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
  return plain === '' ? 'rules' : plain;
}

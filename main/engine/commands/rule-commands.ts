import { checkRule, listRules } from '#main/settings/rule-list.ts';
import { commands } from '#shared/contract/commands.ts';
import type { RuleList } from '#shared/contract/project.ts';
import { implement } from '../command.ts';
import { editRules } from '../edit-rules.ts';
import type { EngineParts } from '../engine-parts.ts';
import { sessionRuleEntries, type SessionRoom } from '../session-room.ts';

export function ruleCommands({ bus, projects, sessions }: EngineParts) {
  const sessionOf = async (sessionId: string | undefined): Promise<SessionRoom | undefined> =>
    sessionId === undefined ? undefined : sessions.get(sessionId);

  const list = (projectDir: string, room: SessionRoom | undefined): RuleList => {
    const settings = projects.get(projectDir).settings.current();
    return listRules(settings, sessionRuleEntries(room?.session.view.sessionRules ?? [], settings.managedRulesOnly));
  };

  return {
    'rules.list': implement(commands['rules.list'], async ({ projectDir, sessionId }) => list(projectDir, await sessionOf(sessionId))),
    'rules.check': implement(commands['rules.check'], ({ text, behavior }) => checkRule(text, behavior)),
    'rules.change': implement(commands['rules.change'], async ({ projectDir, sessionId, edits }) => {
      const room = await sessionOf(sessionId);
      const undo = await editRules(edits, projects.get(projectDir), room);
      bus.send('rules.changed', { projectDir });
      return { list: list(projectDir, room), undo };
    }),
  };
}

import { isTooBroadForAuto } from '#main/permission/classifier/broad-rules.ts';
import { checkRule, listRules } from '#main/settings/rule-list.ts';
import { commands } from '#shared/contract/commands.ts';
import type { RuleList } from '#shared/contract/project.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import { implement } from '../command.ts';
import { editRules } from '../edit-rules.ts';
import type { EngineParts } from '../engine-parts.ts';
import { sessionRuleEntries, type SessionRoom } from '../session-room.ts';

export function ruleCommands({ bus, projects, sessions }: EngineParts) {
  const sessionOf = async (sessionId: string | undefined): Promise<SessionRoom | undefined> =>
    sessionId === undefined ? undefined : sessions.get(sessionId);

  const list = (projectDir: string, room: SessionRoom | undefined): RuleList => {
    const settings = projects.get(projectDir).settings.current();
    return withBroadRules(listRules(settings, sessionRuleEntries(room?.session.view.sessionRules ?? [], settings.managedRulesOnly)));
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
    'settings.read': implement(commands['settings.read'], ({ projectDir, place }) => projects.get(projectDir).settings.readText(place)),
    'settings.save': implement(commands['settings.save'], async ({ projectDir, place, text, basedOn }) => {
      const saved = await projects.get(projectDir).settings.saveText(place, text, basedOn);
      bus.send('rules.changed', { projectDir });
      return saved;
    }),
  };
}

const TOO_BROAD = 'Very wide: it lets almost anything run, so in auto mode it does not count.';

/** Says of allow rules when they leave next to nothing to ask about. */
function withBroadRules(list: RuleList): RuleList {
  const rules = list.rules.map((rule) => {
    if (rule.behavior !== 'allow' || rule.inert !== undefined || !isTooBroadForAuto(parseRule(rule.text, 'allow'))) return rule;
    return { ...rule, diagnostics: [...rule.diagnostics, { severity: 'warning' as const, kind: 'broad' as const, message: TOO_BROAD }] };
  });
  return { ...list, rules };
}

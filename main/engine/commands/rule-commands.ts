import { checkRule, listRules } from '#main/settings/rule-list.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { commands } from '#shared/contract/commands.ts';
import type { RuleList } from '#shared/contract/project.ts';
import { implement } from '../command.ts';
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
    'rules.add': implement(commands['rules.add'], async ({ projectDir, sessionId, behavior, text, destination }) => {
      const room = await sessionOf(sessionId);
      const mistake = checkRule(text, behavior).diagnostics.find(({ severity }) => severity === 'error');
      if (mistake) throw new AppError('invalid_input', mistake.message);
      if (destination === 'session') {
        if (!room) throw new AppError('invalid_input', 'A session rule needs an open session.');
        room.session.log.append({ type: 'session.rule', data: { change: 'add', behavior, text } });
        room.session.permissionsChanged();
      } else {
        await projects.get(projectDir).settings.addRules([text], behavior, destination);
      }
      bus.send('rules.changed', { projectDir });
      return list(projectDir, room);
    }),
    'rules.remove': implement(commands['rules.remove'], async ({ projectDir, sessionId, ruleId, text }) => {
      const room = await sessionOf(sessionId);
      if (ruleId.startsWith('session:')) removeSessionRule(room, ruleId, text);
      else await projects.get(projectDir).settings.removeRule(ruleId, text);
      bus.send('rules.changed', { projectDir });
      return list(projectDir, room);
    }),
  };
}

function removeSessionRule(room: SessionRoom | undefined, ruleId: string, text: string): void {
  const rule = sessionRuleEntries(room?.session.view.sessionRules ?? [], false).find((entry) => entry.id === ruleId && entry.text === text);
  if (!room || !rule) throw new AppError('conflict', `The rule ${text} is gone. Look at the list again.`);
  room.session.log.append({ type: 'session.rule', data: { change: 'remove', behavior: rule.behavior, text } });
  room.session.permissionsChanged();
}

import { AppError } from '#shared/contract/app-error.ts';
import { mistakenRule } from '#shared/permission/grammar.ts';
import type { StoredPermissionUpdate, UnseenLine } from '#shared/permission/permission-update.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { AgentSessionOptions } from '#main/agent/session/session-services.ts';
import type { FileDestination } from '#main/settings/settings-store.ts';
import { resolveFolder } from '#main/settings/settings-paths.ts';
import type { OpenSessionOptions } from './open-session-options.ts';

type SavedUpdate = Exclude<StoredPermissionUpdate, UnseenLine>;

interface KeptAnswersOptions extends Pick<OpenSessionOptions, 'project' | 'owned' | 'homeDir'> {
  /** The session's current allow rules. */
  readonly sessionRules: () => SessionView['sessionRules'];
}

/** Applies what an answer changes beyond its call: to the session's log, or to a settings file. */
export function keptAnswers(options: KeptAnswersOptions): Pick<AgentSessionOptions, 'changePermissions'> {
  return {
    changePermissions: async (update) => {
      if (update.type === 'allow_unseen') {
        const data = { change: 'add', behavior: 'allow', text: update.rule, unseen: update.folder } as const;
        options.owned.log.append({ type: 'session.rule', data });
        return;
      }
      const { destination } = update;
      assertRules(update);
      if (destination === 'session') changeSession(update, options);
      else await changeFile(update, destination, options);
    },
  };
}

/** Rejects an answer whose rule doesn't parse, so that nothing is saved. @throws AppError `invalid_input` */
function assertRules(update: SavedUpdate): void {
  if (update.type !== 'add_rules' && update.type !== 'replace_rules') return;
  const mistaken = mistakenRule(update.rules, update.behavior);
  if (mistaken) throw new AppError('invalid_input', `${mistaken.text}: ${mistaken.why}`);
}

function changeSession(update: SavedUpdate, { project, owned, homeDir, sessionRules }: KeptAnswersOptions): void {
  if (update.type === 'add_directories' || update.type === 'remove_directories') {
    const change = update.type === 'add_directories' ? 'add' : 'remove';
    // Resolved as in a settings file: relative to the project, or to the home folder with “~/”.
    const paths = update.directories.map((folder) => resolveFolder(folder, project.projectDir, homeDir));
    for (const path of paths) owned.log.append({ type: 'session.directory', data: { change, path, by: 'answer' } });
    return;
  }
  const { behavior, rules } = update;
  const change = (what: 'add' | 'remove', text: string): void => {
    owned.log.append({ type: 'session.rule', data: { change: what, behavior, text } });
  };
  if (update.type === 'replace_rules') {
    const others = sessionRules().filter((rule) => rule.behavior === behavior && !rules.includes(rule.text));
    for (const { text } of others) change('remove', text);
  }
  for (const text of rules) change(update.type === 'remove_rules' ? 'remove' : 'add', text);
}

async function changeFile(update: SavedUpdate, destination: FileDestination, { project }: KeptAnswersOptions): Promise<void> {
  const { settings } = project;
  switch (update.type) {
    case 'add_rules':
      await settings.addRules(update.rules, update.behavior, destination);
      return;
    case 'remove_rules':
      await settings.changeAllowRules({ removed: (text) => update.rules.includes(text), added: [] }, destination);
      return;
    case 'replace_rules':
      await settings.changeAllowRules({ removed: (text) => !update.rules.includes(text), added: update.rules }, destination);
      return;
    case 'add_directories':
      await settings.addDirectories(update.directories, destination);
      return;
    case 'remove_directories':
      await settings.removeDirectories(update.directories, destination);
  }
}

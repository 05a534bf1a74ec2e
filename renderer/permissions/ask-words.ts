import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import type { AskGroup } from './queue/ask-groups.ts';
import { commonRule, folderOf } from './queue/likeness.ts';
import { words } from './words.ts';

export function agentName(ask: Pick<PendingAsk, 'agentId' | 'agentName'>): string {
  return ask.agentName ?? ask.agentId ?? 'The agent';
}

/** A card's title: "The agent wants to run a command", "3 agents want the same: run a command". */
export function askSentence({ ask, members, alike }: AskGroup): string {
  const agents = new Set(members.map(({ agentId }) => agentId)).size;
  const subject = agents === 1 ? `${agentName(ask)} wants` : `${agents} agents want`;
  if (alike === 'commands' && !areSame(members)) return `${subject} to run ${members.length} commands: ${ruleStart(commonRule(ask) ?? '')}`;
  if (alike === 'edits') return `${subject} to make ${members.length} edits in ${foldersOf(members)}`;
  const times = members.length > agents ? `, ${members.length} times the same` : '';
  if (agents === 1) return `${agentName(ask)} ${ask.sentence}${times}`;
  return `${agents} agents want the same: ${ask.sentence.replace(/^wants to /, '')}${times}`;
}

/** Commands that differ at most in what the agent says about them. */
function areSame(members: AskGroup['members']): boolean {
  return new Set(members.map(({ view }) => (view.detail?.type === 'command' ? view.detail.command : view.summary))).size === 1;
}

function foldersOf(edits: AskGroup['members']): string {
  const [folder = '', ...others] = new Set(edits.map(({ view }) => folderOf(view.summary)));
  if (others.length > 0) return `${others.length + 1} folders`;
  return folder === '' ? words.projectFolder : folder;
}

const MAX_RULE_CHARS = 80;

/** How the commands that a rule allows begin: “npm test …” for `Bash(npm test *)`. */
function ruleStart(rule: string): string {
  const { body } = parseRule(rule, 'allow');
  const start = (body.kind === 'command' ? body.text : rule).replace(/ ?\*$/u, '');
  const isOpen = body.kind === 'command' && body.form !== 'exact';
  return start.length > MAX_RULE_CHARS || isOpen ? `${start.slice(0, MAX_RULE_CHARS)} …` : start;
}

/** The session of a group, if other than the shown one: “Fix the prices”. */
export function sessionWords({ ask }: AskGroup, shownSession: string | null): string | undefined {
  return ask.sessionId === shownSession ? undefined : ask.sessionTitle || 'Another session';
}

/** Announced by screen readers for a new request. */
export function announcement(group: AskGroup): string {
  const warning = group.ask.risk === 'destructive' ? 'Destructive. ' : '';
  const sentence = askSentence(group);
  const { summary } = group.ask.view;
  return `${warning}${sentence}${(group.alike === 'commands' && !areSame(group.members)) || summary === '' || sentence.endsWith(` ${summary}`) ? '' : `: ${summary}`}`;
}

export const DESTINATION_WORDS: Readonly<Record<RuleDestination, { readonly label: string; readonly detail: string }>> = {
  session: { label: 'This session', detail: 'Forgotten when the session ends' },
  local: { label: 'This project, only me', detail: '.claude/settings.local.json' },
  project: { label: 'This project, everyone', detail: '.claude/settings.json, shared with the repository' },
  user: { label: 'All my projects', detail: '~/.claude/settings.json' },
};

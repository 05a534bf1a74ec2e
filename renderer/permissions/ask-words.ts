import type { DecisionReason, RuleRef } from '#shared/permission/decision.ts';
import type { RuleDestination, RuleSource } from '#shared/permission/rule.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { keyNames } from '../ui/key-names.ts';
import type { Refusal } from './answer-guard.ts';
import { folderOf, type AskGroup } from './ask-groups.ts';

export function agentName(ask: Pick<PendingAsk, 'agentId' | 'agentName'>): string {
  return ask.agentName ?? ask.agentId ?? 'The agent';
}

/** A card's title: "The agent wants to run a command", "3 agents want the same: run a command". */
export function askSentence({ ask, members, alike }: AskGroup): string {
  const agents = new Set(members.map(({ sessionId, agentId }) => `${sessionId}/${agentId ?? ''}`)).size;
  if (alike) {
    const folder = folderOf(ask.view.summary);
    const edits = `wants to make ${members.length} edits in ${folder === '' ? 'the folder it works in' : folder}`;
    return agents === 1 ? `${agentName(ask)} ${edits}` : `${agents} agents ${edits.replace(/^wants /u, 'want ')}`;
  }
  const times = members.length > agents ? `, ${members.length} times the same` : '';
  if (agents === 1) return `${agentName(ask)} ${ask.sentence}${times}`;
  return `${agents} agents want the same: ${ask.sentence.replace(/^wants to /, '')}${times}`;
}

/** The sessions of a group, if other than just the shown one: “Fix the prices”, “2 sessions”. */
export function sessionWords(group: AskGroup, shownSession: string | null): string | undefined {
  const titles = new Map(group.members.map(({ sessionId, sessionTitle }) => [sessionId, sessionTitle]));
  if (titles.size > 1) return `${titles.size} sessions`;
  return group.ask.sessionId === shownSession ? undefined : group.ask.sessionTitle || 'Another session';
}

/** Announced by screen readers for a new request. */
export function announcement(group: AskGroup): string {
  const warning = group.ask.risk === 'destructive' ? 'Destructive. ' : '';
  const sentence = askSentence(group);
  const { summary } = group.ask.view;
  return `${warning}${sentence}${sentence.endsWith(` ${summary}`) ? '' : `: ${summary}`}`;
}

const PLAIN_REASONS: Partial<Record<DecisionReason, string>> = {
  notUnderstood: 'Gatehouse can’t see all that this would run.',
  outsideWorkingDirectory: 'It reaches outside the folders you opened.',
  protectedPath: 'It changes a file that other programs obey.',
  criticalPath: 'It would remove something you can’t do without.',
  rule: 'A rule says to ask.',
  internalError: 'Something went wrong while this was judged.',
};

/** A short reason shown before the exact one; `undefined` where that is clear enough. */
export function plainReason({ reason }: Pick<PendingAsk, 'reason'>): string | undefined {
  return PLAIN_REASONS[reason];
}

const CHORD = keyNames('Mod+J').join('+');

const IGNORED_WORDS: Readonly<Record<Refusal, string>> = {
  unpainted: 'Ignored: the request had only just appeared.',
  moved: 'Ignored: the button had just moved there.',
  repeated: 'Ignored: the key was held down.',
  composing: 'Ignored: you were typing.',
  typing: 'Ignored: you were typing. Press the key again.',
  untaken: `Ignored: this request came up by itself. Press ↓ or ${CHORD} first, then answer.`,
};

/** Why a key or click was ignored. */
export function ignoredWords(why: Refusal): string {
  return IGNORED_WORDS[why];
}

export const DESTINATION_WORDS: Readonly<Record<RuleDestination, { readonly label: string; readonly detail: string }>> = {
  session: { label: 'This session', detail: 'Forgotten when the session ends' },
  local: { label: 'This project, only me', detail: '.claude/settings.local.json' },
  project: { label: 'This project, everyone', detail: '.claude/settings.json, shared with the repository' },
  user: { label: 'All my projects', detail: '~/.claude/settings.json' },
};

const SOURCE_WORDS: Readonly<Record<RuleSource, string>> = {
  policy: 'your organisation’s policy',
  cli: 'the command line',
  local: 'your own rules for this project',
  project: 'this project’s rules',
  user: 'your own rules',
  session: 'this session',
};

/** Location of a rule: "this project’s rules, .claude/settings.json:7". */
export function ruleWhere(rule: RuleRef, projectDir: string): string {
  const words = SOURCE_WORDS[rule.source];
  if (rule.file === undefined) return words;
  const inside = projectDir !== '' && rule.file.startsWith(`${projectDir}/`);
  const file = inside ? rule.file.slice(projectDir.length + 1) : rule.file;
  return `${words}, ${file}${rule.line === undefined ? '' : `:${rule.line}`}`;
}

import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import { explainRule } from '#shared/permission/explain-rule.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { LoadedSettings } from './loaded-settings.ts';

type Diagnostic = RuleRow['diagnostics'][number];

/** All rules as the window shows them, `sessionRules` last. */
export function listRules(settings: LoadedSettings, sessionRules: readonly RuleEntry[] = []): RuleList {
  const rules = [...settings.rules, ...sessionRules];
  const firstByMeaning = new Map<string, RuleEntry>();
  for (const rule of rules) {
    const key = meaning(rule.behavior, rule.text);
    if (rule.inert === undefined && !firstByMeaning.has(key)) firstByMeaning.set(key, rule);
  }
  const disabled = settings.layers.flatMap((layer) =>
    layer.disabledRules.map((rule, index) => ({ ...rule, id: `off:${rule.source}:${index}` })),
  );
  return {
    rules: [
      ...rules.map((rule) => ({ ...describeRule(rule, firstByMeaning), disabled: false })),
      ...disabled.map((rule) => ({ ...describeRule(rule, NO_RULES), disabled: true })),
    ],
    defaultMode: settings.defaultMode,
    problems: [...settings.problems],
    destinations: [
      { destination: 'session', file: null },
      { destination: 'local', file: settings.paths.local },
      { destination: 'project', file: settings.paths.project },
      { destination: 'user', file: settings.paths.user },
    ],
  };
}

/** What a rule text would mean, and what is wrong with it; for a draft as it is typed. */
export function checkRule(text: string, behavior: RuleEntry['behavior']): Pick<RuleRow, 'sentence' | 'diagnostics'> {
  return { sentence: explainRule(text, behavior), diagnostics: [...parseRule(text, behavior).diagnostics] };
}

const NO_RULES: ReadonlyMap<string, RuleEntry> = new Map();

function describeRule(rule: RuleEntry, firstByMeaning: ReadonlyMap<string, RuleEntry>): Omit<RuleRow, 'disabled'> {
  const { sentence, diagnostics } = checkRule(rule.text, rule.behavior);
  const { body } = parseRule(rule.text, rule.behavior);
  const inert = rule.inert ?? (body.kind === 'inert' ? body.why : undefined);
  return {
    ...rule,
    ...(inert !== undefined && { inert }),
    sentence,
    diagnostics: [...diagnostics, ...overlaps(rule, firstByMeaning)],
    editable: rule.source !== 'policy' && rule.source !== 'cli',
  };
}

/** Rules that say the same twice, or that a stronger list makes pointless. */
function overlaps(rule: RuleEntry, firstByMeaning: ReadonlyMap<string, RuleEntry>): Diagnostic[] {
  if (rule.inert !== undefined) return [];
  const found: Diagnostic[] = [];
  const same = firstByMeaning.get(meaning(rule.behavior, rule.text));
  if (same && same !== rule) found.push({ severity: 'info', message: `The same rule is already in ${placeOf(same)}.` });
  const stronger = rule.behavior === 'deny' ? [] : rule.behavior === 'ask' ? (['deny'] as const) : (['deny', 'ask'] as const);
  for (const behavior of stronger) {
    const winner = firstByMeaning.get(meaning(behavior, rule.text));
    if (winner) {
      found.push({
        severity: 'warning',
        message: `Never takes effect: ${placeOf(winner)} has the same rule in its “${behavior}” list, which goes first.`,
      });
      break;
    }
  }
  return found;
}

function meaning(behavior: RuleEntry['behavior'], text: string): string {
  const { tool, body } = parseRule(text, behavior);
  return JSON.stringify([behavior, tool, body]);
}

function placeOf(rule: RuleEntry): string {
  if (rule.source === 'session') return 'this session';
  if (rule.file === undefined) return 'the command line';
  return rule.line === undefined ? rule.file : `${rule.file}:${rule.line}`;
}

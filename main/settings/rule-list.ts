import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import { explainRule } from '#shared/permission/explain-rule.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { RuleCover } from '#shared/permission/rule-cover.ts';
import type { LoadedSettings } from './loaded-settings.ts';

type Diagnostic = RuleRow['diagnostics'][number];

/** All rules as the window shows them, `sessionRules` last. */
export function listRules(settings: LoadedSettings, sessionRules: readonly RuleEntry[] = []): RuleList {
  const rules = [...settings.rules, ...sessionRules];
  const others = compared(rules);
  const disabled = settings.layers.flatMap((layer) =>
    layer.disabledRules.map((rule, index) => ({ ...rule, id: `off:${rule.source}:${index}` })),
  );
  return {
    rules: [
      ...rules.map((rule) => ({ ...describeRule(rule, others), disabled: false })),
      ...disabled.map((rule) => ({ ...describeRule(rule, NO_OTHERS), disabled: true })),
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

/** The rules a rule is compared with: those that count. */
interface Others {
  readonly firstByMeaning: ReadonlyMap<string, RuleEntry>;
  readonly covers: Readonly<Record<RuleEntry['behavior'], RuleCover>>;
}

const NO_OTHERS = compared([]);

function compared(rules: readonly RuleEntry[]): Others {
  const firstByMeaning = new Map<string, RuleEntry>();
  const covers = { deny: new RuleCover(), ask: new RuleCover(), allow: new RuleCover() };
  for (const rule of rules) {
    if (rule.inert !== undefined) continue;
    covers[rule.behavior].add(rule);
    const key = meaning(rule.behavior, rule.text);
    if (!firstByMeaning.has(key)) firstByMeaning.set(key, rule);
  }
  return { firstByMeaning, covers };
}

function describeRule(rule: RuleEntry, others: Others): Omit<RuleRow, 'disabled'> {
  const { sentence, diagnostics } = checkRule(rule.text, rule.behavior);
  const { body } = parseRule(rule.text, rule.behavior);
  const inert = rule.inert ?? (body.kind === 'inert' ? body.why : undefined);
  return {
    ...rule,
    ...(inert !== undefined && { inert }),
    sentence,
    diagnostics: [...diagnostics, ...overlaps(rule, others)],
    editable: rule.source !== 'policy' && rule.source !== 'cli',
  };
}

/** Rules that say the same twice, or that a stronger or wider one makes pointless. */
function overlaps(rule: RuleEntry, { firstByMeaning, covers }: Others): Diagnostic[] {
  if (rule.inert !== undefined) return [];
  const found: Diagnostic[] = [];
  const same = firstByMeaning.get(meaning(rule.behavior, rule.text));
  if (same && same !== rule)
    found.push({ severity: 'info', kind: 'duplicate', by: same.id, message: `The same rule is already in ${placeOf(same)}.` });
  const stronger = rule.behavior === 'deny' ? [] : rule.behavior === 'ask' ? (['deny'] as const) : (['deny', 'ask'] as const);
  for (const behavior of stronger) {
    const equal = firstByMeaning.get(meaning(behavior, rule.text));
    const winner = equal ?? covers[behavior].find(rule);
    if (winner) {
      const what = equal ? 'has the same rule' : `has ${winner.text}`;
      found.push({
        severity: 'warning',
        kind: 'shadowed',
        by: winner.id,
        message: `Never takes effect: ${placeOf(winner)} ${what} in its “${behavior}” list, which goes first.`,
      });
      return found;
    }
  }
  const wider = same === rule ? widerRule(rule, covers) : undefined;
  if (wider) {
    found.push({
      severity: 'info',
      kind: 'duplicate',
      by: wider.id,
      message: `Adds nothing: ${wider.text} in ${placeOf(wider)} already says it.`,
    });
  }
  return found;
}

/** Wider allow rules leave some forms of a command to an exact one, so only whole tools and other kinds are said to cover. */
function widerRule(rule: RuleEntry, covers: Others['covers']): RuleEntry | undefined {
  const wider = covers[rule.behavior].find(rule);
  if (!wider || rule.behavior !== 'allow') return wider;
  const { body } = parseRule(rule.text, 'allow');
  const isExact = body.kind === 'command' && body.form === 'exact';
  return isExact && parseRule(wider.text, 'allow').body.kind === 'command' ? undefined : wider;
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

import { LRUCache } from 'lru-cache';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import { explainRule } from '#shared/permission/explain-rule.ts';
import { type ParsedRule, parseRule } from '#shared/permission/grammar.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { RuleCover } from '#shared/permission/rule-cover.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import type { LoadedSettings } from './loaded-settings.ts';

type Diagnostic = RuleRow['diagnostics'][number];

/** The last list of each snapshot: windows ask for it far more often than rules change. */
const lists = new WeakMap<LoadedSettings, { readonly sessionRules: string; readonly list: RuleList }>();

/** All rules as the window shows them, `sessionRules` last. */
export function listRules(settings: LoadedSettings, sessionRules: readonly RuleEntry[] = []): RuleList {
  return atOnce(listingRules(settings, sessionRules));
}

/** `listRules` in steps. */
export function* listingRules(settings: LoadedSettings, sessionRules: readonly RuleEntry[] = []): Steps<RuleList> {
  const made = lists.get(settings);
  const key = JSON.stringify(sessionRules);
  if (made?.sessionRules === key) return made.list;
  const list = yield* makeList(settings, sessionRules);
  lists.set(settings, { sessionRules: key, list });
  return list;
}

function* makeList(settings: LoadedSettings, sessionRules: readonly RuleEntry[]): Steps<RuleList> {
  const entries = [...settings.rules, ...sessionRules];
  const others = yield* compared(entries);
  const disabled = settings.layers.flatMap((layer) =>
    layer.disabledRules.map((rule, index) => ({ ...rule, id: `off:${rule.source}:${index}` })),
  );
  const rules: RuleRow[] = [];
  for (const rule of entries) {
    rules.push({ ...describeRule(rule, others), disabled: false });
    yield;
  }
  for (const rule of disabled) {
    rules.push({ ...describeRule(rule, NO_OTHERS), disabled: true });
    yield;
  }
  return {
    rules,
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

interface ReadRule {
  readonly parsed: ParsedRule;
  readonly sentence: string;
  /** Equal for texts with the same meaning. */
  readonly meaning: string;
}

/** Changing one rule creates a new list; the other rules are not parsed again. */
const known = new LRUCache<string, ReadRule>({ max: 20_000 });

function readRule(text: string, behavior: RuleEntry['behavior'], source?: RuleEntry['source']): ReadRule {
  // Where it is saved matters only for a path that starts there.
  const where = text.includes('(/') ? source : undefined;
  const key = `${behavior}\0${where ?? ''}\0${text}`;
  let read = known.get(key);
  if (!read) {
    const parsed = parseRule(text, behavior);
    read = { parsed, sentence: explainRule(text, behavior, where), meaning: JSON.stringify([behavior, parsed.tool, parsed.body]) };
    known.set(key, read);
  }
  return read;
}

/** What a rule text means, and what is wrong with it; also for a draft while it is typed. */
export function checkRule(
  text: string,
  behavior: RuleEntry['behavior'],
  source?: RuleEntry['source'],
): Pick<RuleRow, 'sentence' | 'diagnostics'> {
  return { sentence: explainRule(text, behavior, source), diagnostics: [...parseRule(text, behavior).diagnostics] };
}

/** The rules that a rule is compared with: those that have an effect. */
interface Others {
  readonly firstByMeaning: ReadonlyMap<string, RuleEntry>;
  readonly covers: Readonly<Record<RuleEntry['behavior'], RuleCover>>;
}

const NO_OTHERS = atOnce(compared([]));

function* compared(rules: readonly RuleEntry[]): Steps<Others> {
  const firstByMeaning = new Map<string, RuleEntry>();
  const covers = { deny: new RuleCover(), ask: new RuleCover(), allow: new RuleCover() };
  for (const rule of rules) {
    yield;
    if (rule.inert !== undefined) continue;
    covers[rule.behavior].add(rule, readRule(rule.text, rule.behavior).parsed);
    const key = meaning(rule.behavior, rule.text);
    if (!firstByMeaning.has(key)) firstByMeaning.set(key, rule);
  }
  return { firstByMeaning, covers };
}

function describeRule(rule: RuleEntry, others: Others): Omit<RuleRow, 'disabled'> {
  const { sentence, parsed } = readRule(rule.text, rule.behavior, rule.source);
  const { body, diagnostics } = parsed;
  const inert = rule.inert ?? (body.kind === 'inert' ? body.why : undefined);
  return {
    ...rule,
    ...(inert !== undefined && { inert }),
    sentence,
    diagnostics: [...diagnostics, ...overlaps(rule, others)],
    editable: rule.source !== 'policy' && rule.source !== 'cli',
  };
}

/** Duplicates, and rules that a stronger or wider one makes redundant. */
function overlaps(rule: RuleEntry, { firstByMeaning, covers }: Others): Diagnostic[] {
  if (rule.inert !== undefined) return [];
  const found: Diagnostic[] = [];
  const same = firstByMeaning.get(meaning(rule.behavior, rule.text));
  if (same && same !== rule)
    found.push({ severity: 'info', kind: 'duplicate', by: same.id, message: `The same rule is already in ${placeOf(same)}.` });
  const stronger = rule.behavior === 'deny' ? [] : rule.behavior === 'ask' ? (['deny'] as const) : (['deny', 'ask'] as const);
  for (const behavior of stronger) {
    const equal = firstByMeaning.get(meaning(behavior, rule.text));
    const winner = equal ?? covers[behavior].find(rule, readRule(rule.text, rule.behavior).parsed);
    if (winner) {
      const what = equal ? 'has the same rule' : `has ${winner.text}`;
      found.push({
        severity: 'warning',
        kind: 'shadowed',
        by: winner.id,
        message: `Never takes effect: ${placeOf(winner)} ${what} in its “${behavior}” list, which comes first.`,
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
      message: `Adds nothing: ${wider.text} in ${placeOf(wider)} already covers it.`,
    });
  }
  return found;
}

/** Wider allow rules leave some forms of a command to an exact rule, so only whole-tool rules and rules of other kinds are reported. */
function widerRule(rule: RuleEntry, covers: Others['covers']): RuleEntry | undefined {
  const wider = covers[rule.behavior].find(rule, readRule(rule.text, rule.behavior).parsed);
  if (!wider || rule.behavior !== 'allow') return wider;
  const { body } = readRule(rule.text, 'allow').parsed;
  const isExact = body.kind === 'command' && body.form === 'exact';
  return isExact && readRule(wider.text, 'allow').parsed.body.kind === 'command' ? undefined : wider;
}

function meaning(behavior: RuleEntry['behavior'], text: string): string {
  return readRule(text, behavior).meaning;
}

function placeOf(rule: RuleEntry): string {
  if (rule.source === 'session') return 'this session';
  if (rule.file === undefined) return 'the command line';
  return rule.line === undefined ? rule.file : `${rule.file}:${rule.line}`;
}

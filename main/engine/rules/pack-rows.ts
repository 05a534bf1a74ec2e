import { listRules } from '#main/settings/rule-list.ts';
import type { PackRow } from '#shared/contract/rule-sets.ts';
import { parseRule, ruleMistake } from '#shared/permission/grammar.ts';
import type { PackRule, RulePack } from '#shared/permission/rule-pack.ts';
import { RuleCover } from '#shared/permission/rule-cover.ts';
import type { RuleDestination, RuleEntry } from '#shared/permission/rule.ts';
import { sessionRuleEntries } from '../session/permission-snapshot.ts';
import { type DraftContext, entriesOf } from './rule-drafts.ts';

const MAX_NAMED = 5;

/** Compares each rule of a pack with the rules in force: what is new, what says nothing, and what allows more than before. */
export function packRows(pack: RulePack, draftContext: DraftContext, destination: RuleDestination): PackRow[] {
  const settings = draftContext.project.settings.current();
  const session = sessionRuleEntries(draftContext.opened?.session.view.sessionRules ?? [], settings.managedRulesOnly);
  const inForce = [...settings.rules, ...session];
  const entries = entriesOf(draftContext, pack.rules, destination);
  const listed = listRules({ ...settings, rules: [...inForce, ...entries] }).rules;
  return pack.rules.map((rule, index) => {
    const row = listed[inForce.length + index];
    const entry = entries[index];
    const wider = entry && rule.behavior === 'allow' ? narrowerRules(entry, inForce) : [];
    const diagnostics = row?.diagnostics ?? [];
    const state = stateOf(rule, { inForce, destination, diagnostics, wider });
    const named = state === 'wider' ? wider.slice(0, MAX_NAMED) : [];
    return { ...rule, sentence: row?.sentence ?? '', diagnostics: diagnostics.map(inPack), state, wider: named };
  });
}

/** What another rule of the same pack says is not in a file yet. */
function inPack(diagnostic: PackRow['diagnostics'][number]): PackRow['diagnostics'][number] {
  if (diagnostic.by?.startsWith('draft:') !== true) return diagnostic;
  const message =
    diagnostic.kind === 'shadowed'
      ? 'Never takes effect: a stronger rule of this pack comes first.'
      : 'Another rule of this pack already covers it.';
  return { ...diagnostic, message };
}

interface Compared {
  readonly inForce: readonly RuleEntry[];
  readonly destination: RuleDestination;
  readonly diagnostics: PackRow['diagnostics'];
  readonly wider: readonly string[];
}

function stateOf({ behavior, text }: PackRule, { inForce, destination, diagnostics, wider }: Compared): PackRow['state'] {
  if (ruleMistake(text, behavior) !== undefined) return 'invalid';
  const same = inForce.filter((rule) => rule.behavior === behavior && rule.text === text);
  if (same.some(({ source }) => source === destination)) return 'present';
  if (same.length > 0) return 'elsewhere';
  if (diagnostics.some(({ kind }) => kind === 'shadowed' || kind === 'duplicate')) return 'shadowed';
  return wider.length > 0 ? 'wider' : 'new';
}

/** Allow rules in force that this one covers. */
function narrowerRules(rule: RuleEntry, inForce: readonly RuleEntry[]): string[] {
  const cover = new RuleCover();
  cover.add(rule, parseRule(rule.text, 'allow'));
  const allowed = inForce.filter(({ behavior, inert, text }) => behavior === 'allow' && inert === undefined && text !== rule.text);
  return [...new Set(allowed.flatMap((one) => (cover.find(one, parseRule(one.text, 'allow')) ? [one.text] : [])))];
}

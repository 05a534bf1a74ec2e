import { useEffect, useMemo, useState } from 'react';
import type { RuleRow } from '#shared/contract/project.ts';
import { inEvaluationOrder } from './list-items.ts';

/** The rules as they were last listed, and those that were switched off or on since the list was opened. */
interface Listed {
  readonly rules: readonly RuleRow[];
  readonly switched: ReadonlySet<string>;
}

const NOTHING_LISTED: Listed = { rules: [], switched: new Set() };

/** Rules in evaluation order; one that is switched off or on keeps its place while the list is open, so that a second press finds it. */
export function useKeptPlaces(rules: readonly RuleRow[]): readonly RuleRow[] {
  const [before, setBefore] = useState(NOTHING_LISTED);
  const now = useMemo(() => inPlace(rules, before), [rules, before]);
  useEffect(() => setBefore((known) => (isSame(known, now) ? known : now)), [now]);
  return now.rules;
}

function inPlace(rules: readonly RuleRow[], before: Listed): Listed {
  const wasDisabled = new Map(before.rules.map((rule) => [keyOf(rule), rule.disabled]));
  const switched = new Set(
    rules.flatMap((rule) => {
      const key = keyOf(rule);
      const was = wasDisabled.get(key);
      return was !== undefined && (before.switched.has(key) || was !== rule.disabled) ? [key] : [];
    }),
  );
  const ordered = inEvaluationOrder(rules);
  const placed = ordered.filter((rule) => !switched.has(keyOf(rule)));
  const moved = new Map(ordered.map((rule) => [keyOf(rule), rule]));
  for (const [index, old] of before.rules.entries()) {
    const rule = switched.has(keyOf(old)) ? moved.get(keyOf(old)) : undefined;
    if (rule !== undefined) placed.splice(placeAfter(before.rules.slice(0, index), placed), 0, rule);
  }
  return { rules: placed, switched };
}

/** Behind the nearest rule before it that is still listed. */
function placeAfter(earlier: readonly RuleRow[], placed: readonly RuleRow[]): number {
  const keys = placed.map(keyOf);
  return earlier.reduceRight((found, rule) => (found >= 0 ? found : keys.indexOf(keyOf(rule))), -1) + 1;
}

function isSame(a: Listed, b: Listed): boolean {
  return (
    a.rules.length === b.rules.length && a.rules.every((rule, index) => rule === b.rules[index]) && a.switched.size === b.switched.size
  );
}

function keyOf({ source, behavior, text }: RuleRow): string {
  return [source, behavior, text].join('\n');
}

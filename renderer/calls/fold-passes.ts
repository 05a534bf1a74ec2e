import type { TraceEntry } from '#shared/permission/decision.ts';

type Step = readonly [TraceEntry, ...TraceEntry[]];

/** The entries of a trace, with neighbours together that pass the call on and say nothing of a part of it or of a rule. */
export function foldPasses(trace: readonly TraceEntry[]): readonly Step[] {
  const steps: Step[] = [];
  for (const entry of trace) {
    const last = steps.at(-1);
    if (last !== undefined && onlyPasses(entry) && onlyPasses(last[0])) steps[steps.length - 1] = [...last, entry];
    else steps.push([entry]);
  }
  return steps;
}

function onlyPasses({ outcome, subject, rule }: TraceEntry): boolean {
  return outcome === 'pass' && subject === undefined && rule === undefined;
}

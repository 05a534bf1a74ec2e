import type { TraceEntry } from '#shared/permission/decision.ts';

type Step = readonly [TraceEntry, ...TraceEntry[]];

/** Groups neighbouring entries of a trace that pass without naming a part of the call or a rule. */
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

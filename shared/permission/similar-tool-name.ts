import { TOOL_NAMES } from '../tool-table.ts';

/** The tool that a mistyped name probably means: one with a different case, two letters swapped, or one letter wrong, missing or added. */
export function similarToolName(name: string): string | undefined {
  const typed = name.toLowerCase();
  return TOOL_NAMES.find((tool) => isOneSlipApart(typed, tool.toLowerCase()));
}

function isOneSlipApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  const swapped = `${restB[1] ?? ''}${restB[0] ?? ''}${restB.slice(2)}`;
  return restA === restB || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1) || restA === swapped;
}

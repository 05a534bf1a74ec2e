import type { DecisionPart } from '#shared/permission/decision.ts';

/** The parts of a line without those that another, such as `npx`, only starts, where the same is said of both. */
export function partsOnce(parts: readonly DecisionPart[]): DecisionPart[] {
  return parts.filter((part, index) => {
    const above = parts[index - 1];
    return above === undefined || above.covered !== part.covered || above.detail !== part.detail || !above.text.endsWith(` ${part.text}`);
  });
}

/** An outcome in a place where it may be cut: the marks of code in it would lose their other half. */
export function plainOutcome(outcome: string): string {
  return outcome.replaceAll('`', '');
}

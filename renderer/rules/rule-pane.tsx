/** All permission rules of all sources. */
export function RulePane() {
  return <section aria-label="Rules" />;
}

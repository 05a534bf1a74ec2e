/** Key, server, model, theme. */
export function SettingsPane() {
  return <section aria-label="Settings" />;
}

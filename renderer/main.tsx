import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/touch.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { runCommand } from './app/command-map.ts';
import { followLinks } from './app/link-draft.ts';
import { Client, installClient, type ContractCheck } from './bridge/client.ts';
import { connectBridge } from './bridge/socket-bridge.ts';
import { applyTheme, useWindow } from './store/app-store.ts';
import { followPreferences } from './store/follow-preferences.ts';
import { startWindow } from './store/project-actions.ts';
import { followShownSessions } from './store/seen-sessions.ts';
import { followPreviousSessions } from './store/shown-sessions.ts';
import { watchForKeys } from './ui/screen-keyboard.ts';

applyTheme(useWindow.getState().theme);
const client = new Client(connectBridge(), await developmentCheck());
installClient(client);
client.on('app.command', ({ id }) => runCommand(id));
client.confirmedBy(async (send) => (await import('./app/outside-page/send-confirmed.ts')).sendConfirmed(send));
followLinks(client);
followShownSessions();
followPreviousSessions();
followPreferences();
watchForKeys();
void startWindow(client);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** Loaded in development only: a shipped window trusts main and doesn't bundle the contract's schemas. */
async function developmentCheck(): Promise<ContractCheck | undefined> {
  return import.meta.env.DEV ? (await import('./bridge/contract-check.ts')).contractCheck : undefined;
}

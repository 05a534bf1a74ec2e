import { FakeBridge } from './fake-bridge.ts';
import { scenarioNamed } from './scenarios.ts';

/** The window with fixture data: `window.html?scenario=busy`. Never shipped. */
const name = new URLSearchParams(location.search).get('scenario') ?? 'busy';
Object.defineProperty(window, 'gatehouse', { value: new FakeBridge(scenarioNamed(name)) });
await import('../renderer/main.tsx');

import { FakeBridge } from './fake-bridge.ts';
import { scenarioNamed } from './scenarios.ts';

/** The window over a bridge of made-up data: `dev/index.html?scenario=busy`. Never part of what is shipped. */
const name = new URLSearchParams(location.search).get('scenario') ?? 'busy';
Object.defineProperty(window, 'gatehouse', { value: new FakeBridge(scenarioNamed(name)) });
await import('../main.tsx');

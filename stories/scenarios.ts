import type { AppState, Project } from '#shared/contract/project.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { busyLive, busyPast, finishedPast, longPast } from './recording.ts';

/** One state of the app to show. */
export interface Scenario {
  readonly app: AppState;
  readonly project: Project;
  /** Events already in the log, with their times. */
  readonly past: readonly (readonly [at: number, NewSessionEvent])[];
  /** Events after the start, with the delay in milliseconds. */
  readonly live: readonly (readonly [delay: number, NewSessionEvent | { readonly frame: SessionFrame }])[];
  readonly disconnectAfter?: number;
}

const project: Project = {
  projectDir: '/home/ada/code/tide-table',
  name: 'tide-table',
  trusted: true,
  untrustedItems: [],
  gitBranch: 'fix/low-water',
  demo: false,
  gone: false,
};

const untrusted: Project = {
  ...project,
  trusted: false,
  untrustedItems: [
    'allow Bash(curl:*)  .claude/settings.json:14',
    'hook PreToolUse: ./scripts/check.sh',
    'MCP server “tides”: npx -y @tides/mcp',
  ],
};

const app: AppState = {
  version: '0.1.0',
  host: 'web',
  platform: 'linux',
  homeDir: '/home/ada',
  access: { ready: true, source: 'environment', baseUrl: null, model: 'claude-sonnet-4-5', modelSource: 'none' },
  recent: [
    { projectDir: '/home/ada/code/tide-table', name: 'tide-table', openedAt: Date.now() - 240_000 },
    { projectDir: '/home/ada/code/billing-service', name: 'billing-service', openedAt: Date.now() - 20 * 3_600_000 },
    {
      projectDir: '/home/ada/clients/northern-harbour-authority/atlas-of-tidal-currents',
      name: 'atlas-of-tidal-currents',
      openedAt: Date.now() - 5 * 86_400_000,
    },
  ],
  openProject: null,
  openSessionId: null,
};

const noKey: AppState = {
  ...app,
  access: { ready: false, source: 'none', baseUrl: null, model: 'claude-sonnet-4-5', modelSource: 'none' },
};
const opened: AppState = { ...app, openProject: project, openSessionId: 'session-1' };

const SCENARIOS: Record<string, Scenario> = {
  'first-run': { app: { ...noKey, recent: [] }, project, past: [], live: [] },
  home: { app, project, past: [], live: [] },
  empty: { app: opened, project, past: [created()], live: [] },
  'empty-no-key': { app: { ...noKey, openProject: project, openSessionId: 'session-1' }, project, past: [created()], live: [] },
  busy: { app: opened, project, past: busyPast(), live: busyLive() },
  untrusted: { app: { ...opened, openProject: untrusted }, project: untrusted, past: busyPast(), live: [] },
  finished: { app: opened, project, past: finishedPast(), live: [] },
  lost: { app: opened, project, past: busyPast(), live: [], disconnectAfter: 200 },
  long: { app: opened, project, past: longPast(10_000), live: busyLive() },
};

export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`No scenario ${name}; there are ${Object.keys(SCENARIOS).join(', ')}`);
  return scenario;
}

function created(): readonly [number, NewSessionEvent] {
  return [
    Date.now(),
    {
      type: 'session.created',
      data: { sessionId: 'session-1', projectDir: project.projectDir, model: 'claude-sonnet-4-5', mode: 'default', client: 'anthropic' },
    },
  ];
}

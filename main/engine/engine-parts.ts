import type { Backtester } from '#main/backtest/backtester.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { SessionFiles } from '#main/session/store.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { AppState } from '#shared/contract/project.ts';
import type { AccessStore } from './access.ts';
import type { PreferenceStore } from './preference-store.ts';
import type { OpenProject } from './project/open-project.ts';
import type { Projects, RecentProjects } from './project/projects.ts';
import type { PushBus } from './push-bus.ts';
import type { AgentNotices } from './session/services/agent-notices.ts';
import type { Sessions } from './session/sessions.ts';
import type { AskingCommands } from './session/asking-commands.ts';
import type { WaitingCounts } from './session/waiting-counts.ts';
import type { WebhookServer } from './webhooks/webhook-server.ts';

/** The engine's services, as passed to its command tables. */
export interface EngineParts {
  readonly host: AppState['host'];
  readonly homeDir: string;
  /** The process environment. */
  readonly env: NodeJS.ProcessEnv;
  /** The environment of the user's commands. */
  readonly shellEnv: Promise<Readonly<Record<string, string>>>;
  readonly stateDir: string;
  readonly permissionEngine: Promise<PermissionEngine>;
  readonly backtester: Backtester;
  readonly bus: PushBus;
  readonly access: AccessStore;
  /** Ids of the models the server offers. @throws ModelError */
  readonly listModels: () => Promise<readonly string[]>;
  readonly preferences: PreferenceStore;
  readonly recent: RecentProjects;
  readonly files: SessionFiles;
  readonly projects: Projects;
  readonly sessions: Sessions;
  readonly waiting: WaitingCounts;
  readonly asking: AskingCommands;
  readonly notices: AgentNotices;
  readonly webhooks: WebhookServer;
  /** What a window shows first. */
  readonly first: { readonly project: OpenProject | null; readonly sessionId: string | null };
  readonly startDemo: () => Promise<CommandOutput<'demo.start'>>;
  /** Called when a window has received a session's snapshot. */
  readonly shown: (sessionId: string) => Promise<void>;
}

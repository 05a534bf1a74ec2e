import type { AuditSink } from '#main/audit/audit-log.ts';
import type { ModelClient } from '#main/model/client.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { OwnedLog } from '#main/session/store.ts';
import type { Telemetry } from '#main/telemetry/telemetry.ts';
import type { PtyHost } from '#main/terminal/pty/pty-host.ts';
import type { WebhookServer } from '../webhooks/webhook-server.ts';
import type { AgentNotices } from './services/agent-notices.ts';
import type { OpenProject } from '../project/open-project.ts';

export interface OpenSessionOptions {
  readonly project: OpenProject;
  readonly owned: OwnedLog;
  /** Records every decision of the session before it takes effect. */
  readonly audit: AuditSink;
  readonly homeDir: string;
  readonly stateDir: string;
  readonly client: ModelClient;
  readonly model: string;
  readonly permissionEngine: PermissionEngine;
  /** Spawns the terminals of commands and of the person's own shells. */
  readonly ptys: PtyHost;
  readonly ripgrepPath: string;
  /** The user's own, before the settings' `env`, including Gatehouse's keys. */
  readonly shellEnv: Readonly<Record<string, string>>;
  readonly frames: FrameSink;
  /** One of the person's own shells was opened, exited or was closed. */
  readonly onUserShells?: (() => void) | undefined;
  /** Where the agent's notifications go; absent without windows. */
  readonly notices?: AgentNotices | undefined;
  /** Receives webhooks for the session; absent without windows. */
  readonly webhooks?: WebhookServer | undefined;
  readonly isNonInteractive: boolean;
  readonly isBypassAvailable: boolean;
  /** Names of the built-in tools that may be used; default all. */
  readonly tools?: readonly string[] | undefined;
  /** Only the essential tools (unless `tools` names others), no instruction files and no MCP servers. Default: `isSimpleMode(env)`. */
  readonly simple?: boolean | undefined;
  /** Setup hooks run before the session starts. */
  readonly setup?: 'init' | 'maintenance' | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars. */
  readonly maxBudgetUsd?: number | undefined;
  /** The process environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly telemetry?: Pick<Telemetry, 'follow'> | undefined;
}

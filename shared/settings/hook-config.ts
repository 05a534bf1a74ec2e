import type { RuleSource } from '../permission/rule.ts';
import type { HookEvent, HookHandlerSettings } from './hook-settings.ts';

/** The agent that a hook of a skill (one agent; absent: the main one) or of an agent type is called for. */
export type HookOwner = { readonly agentId: string | undefined } | { readonly agentType: string };

/** One hook as configured in a settings file, a skill or an agent type. */
export interface ConfiguredHook {
  readonly event: HookEvent;
  /** As written; empty matches everything. */
  readonly matcher: string;
  readonly handler: HookHandlerSettings;
  readonly source: RuleSource;
  /** The settings file, absolute; absent for settings given as text on the command line. */
  readonly file: string | undefined;
  /** Supplied by the repository, not by the user. */
  readonly fromRepository: boolean;
  /** Absent: it is called for every agent. */
  readonly owner?: HookOwner | undefined;
  /** Set for a hook of a plugin. */
  readonly plugin?: { readonly id: string; readonly env: Readonly<Record<string, string>> } | undefined;
}

/** The active hooks, and limits on http hooks. */
export interface HookConfig {
  readonly entries: readonly ConfiguredHook[];
  /** URL patterns; `*` matches anything. No restriction if absent. */
  readonly allowedHttpUrls: readonly string[] | undefined;
  /** Variables that headers may use. If absent, each hook's own list applies. */
  readonly httpEnvVars: readonly string[] | undefined;
  /** Whether a hook's “allow” counts. `false` while managed settings can't be read. */
  readonly mayAllow: boolean;
}

import type { RuleSource } from '../permission/rule.ts';
import type { HookEvent, HookHandlerSettings } from './hook-settings.ts';

/** One hook as its settings file has it. */
export interface ConfiguredHook {
  readonly event: HookEvent;
  /** As written; empty means everything. */
  readonly matcher: string;
  readonly handler: HookHandlerSettings;
  readonly source: RuleSource;
  /** Absolute; absent for settings given as text on the command line. */
  readonly file: string | undefined;
}

/** The hooks in force and what http ones may do. */
export interface HookConfig {
  readonly entries: readonly ConfiguredHook[];
  /** `*` stands for anything; anywhere when absent. */
  readonly allowedHttpUrls: readonly string[] | undefined;
  /** Variables that headers may name at all; each hook's own list when absent. */
  readonly httpEnvVars: readonly string[] | undefined;
  /** A hook's “allow” counts. Not while the managed settings can't be read. */
  readonly mayAllow: boolean;
}
